import type { ReaderSummary } from '../../../../src/lifecycle/releases/schema.ts';

/** A table with the numbers of changes that readers get, and of changed drafts. */
export function DiffSummary({ summary }: { summary: ReaderSummary }) {
  const { entries, types, blocks, drafts } = summary;
  const rows = [
    ['Entries', entries],
    ['Content types', types],
    ...(blocks === undefined ? [] : [['Blocks', blocks] as const]),
    ['Only drafts', drafts],
  ] as const;
  return (
    <>
      <table className="diff-summary">
        <caption className="visually-hidden">What would change</caption>
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
            <tr key={name} className={name === 'Only drafts' ? 'diff-drafts' : undefined}>
              <th scope="row">{name}</th>
              <td>{added}</td>
              <td>{changed}</td>
              <td>{removed}</td>
              <td className={conflicts > 0 ? 'diff-conflicts' : undefined}>{conflicts}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changesForReaders(summary) === 0 ? (
        <p className="muted">Readers see no change. Only drafts differ.</p>
      ) : null}
    </>
  );
}

/** The number of items that a promotion would change for readers. */
export function changesForReaders({ entries, types, blocks }: ReaderSummary): number {
  return [entries, types, ...(blocks === undefined ? [] : [blocks])].reduce(
    (sum, { added, changed, removed }) => sum + added + changed + removed,
    0,
  );
}

/** The numbers of items that also changed in the live release: those whose changes readers would lose, and the others. */
export function conflictsIn({ entries, types, blocks, drafts }: ReaderSummary) {
  return {
    readers: entries.conflicts + types.conflicts + (blocks?.conflicts ?? 0),
    drafts: drafts.conflicts,
  };
}
