// What changed between two versions of something, old and new side by side.
import type { ReactNode } from 'react';
import { type ChangedWords, changedWords } from './changed-words.ts';
import { tableRoles as roles } from './table-roles.ts';

/** Of two texts, the words that differ are marked; anything else, such as pictures, is shown as it is. */
export type VersionChange = { label: string; before: ReactNode; after: ReactNode };

export function VersionDiff({ changes }: { changes: VersionChange[] }) {
  return (
    <table className="version-diff" {...roles.table}>
      <thead {...roles.rowGroup}>
        <tr {...roles.row}>
          <th {...roles.columnHeader}>
            <span className="visually-hidden">Field</span>
          </th>
          <th {...roles.columnHeader}>Before</th>
          <th {...roles.columnHeader}>After</th>
        </tr>
      </thead>
      <tbody {...roles.rowGroup}>
        {changes.map((change) => (
          <ChangeRow key={change.label} {...change} />
        ))}
      </tbody>
    </table>
  );
}

function ChangeRow({ label, before, after }: VersionChange) {
  const words = typeof before === 'string' && typeof after === 'string' ? changedWords(before, after) : undefined;
  return (
    <tr {...roles.row}>
      <th scope="row" {...roles.rowHeader}>
        {label}
      </th>
      <td data-label="Before" {...roles.cell}>
        {before === '' ? <Empty /> : words ? <Marked {...words} text={words.before} as="del" /> : before}
      </td>
      <td data-label="After" {...roles.cell}>
        {after === '' ? <Empty /> : words ? <Marked {...words} text={words.after} as="ins" /> : after}
      </td>
    </tr>
  );
}

type MarkedProps = Pick<ChangedWords, 'start' | 'end'> & { text: string; as: 'del' | 'ins' };

function Marked({ start, text, end, as: Mark }: MarkedProps) {
  const words = text.trimStart();
  return (
    <>
      {start + text.slice(0, text.length - words.length)}
      {words && <Mark>{words}</Mark>}
      {end}
    </>
  );
}

const Empty = () => <span className="admin-faint">Empty</span>;
