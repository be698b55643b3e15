// What changed between two versions of something, old and new side by side.
import { Fragment, type ReactNode } from 'react';
import { compareWords, shortenParts, type TextPart } from './compare-words.ts';
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
          // Two added entries of a list have the same label.
          <ChangeRow key={[change.label, change.before, change.after].join()} {...change} />
        ))}
      </tbody>
    </table>
  );
}

function ChangeRow({ label, before, after }: VersionChange) {
  const parts = typeof before === 'string' && typeof after === 'string' && shortenParts(compareWords(before, after));
  const side = (value: ReactNode, where: 'before' | 'after') =>
    value === '' ? <Empty /> : parts ? <Marked parts={parts} where={where} /> : value;
  return (
    <tr {...roles.row}>
      <th scope="row" {...roles.rowHeader}>
        {label}
      </th>
      <td data-label="Before" {...roles.cell}>
        {side(before, 'before')}
      </td>
      <td data-label="After" {...roles.cell}>
        {side(after, 'after')}
      </td>
    </tr>
  );
}

function Marked({ parts, where }: { parts: TextPart[]; where: 'before' | 'after' }) {
  const Mark = where === 'before' ? 'del' : 'ins';
  let position = 0;
  return parts.map((part) => {
    position += part.text.length;
    if (part.in === 'both') return part.text;
    if (part.in !== where) return null;
    const words = part.text.trimStart();
    return (
      <Fragment key={position}>
        {part.text.slice(0, part.text.length - words.length)}
        <Mark>{words}</Mark>
      </Fragment>
    );
  });
}

const Empty = () => <span className="version-diff-empty">Empty</span>;
