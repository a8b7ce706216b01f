import type { ReleaseDiff } from '../../../../src/lifecycle/releases/schema.ts';

/** A table with the number of changes. */
export function DiffSummary({ summary }: { summary: ReleaseDiff['summary'] }) {
  const rows = [
    ['Entries', summary.entries],
    ['Content types', summary.types],
    ...(summary.blocks === undefined ? [] : [['Blocks', summary.blocks] as const]),
  ] as const;
  return (
    <table className="diff-summary">
      <caption className="visually-hidden">What would change for readers</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">Added</th>
          <th scope="col">Changed</th>
          <th scope="col">Removed</th>
          <th scope="col">Conflicts</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, { added, changed, removed, conflicts }]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{added}</td>
            <td>{changed}</td>
            <td>{removed}</td>
            <td className={conflicts > 0 ? 'diff-conflicts' : undefined}>{conflicts}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
