import { tableRoles } from '#web/ui/table-roles.ts';

type Props = {
  texts: string[];
  /** Columns of figures, after those of text. */
  numbers: string[];
};

export function TableHead({ texts, numbers }: Props) {
  const { rowGroup, row, columnHeader } = tableRoles;
  return (
    <thead {...rowGroup}>
      <tr {...row}>
        {texts.map((label) => (
          <th key={label} scope="col" {...columnHeader}>
            {label}
          </th>
        ))}
        {numbers.map((label) => (
          <th key={label} scope="col" className="admin-number" {...columnHeader}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
