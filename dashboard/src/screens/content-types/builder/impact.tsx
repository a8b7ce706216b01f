import type { TypeImpact } from '../../../../../src/content/types/schema.ts';
import { useProjectQuery } from '../../../api/project.ts';
import { counted } from '../../../components/base/counted.ts';
import { type DefinitionKind, definitionKinds } from '../kinds.ts';

/** Counts the entries and values that deleting a content type or a block, or some of its fields, would delete. */
export function useImpact(slug: string, kind: DefinitionKind) {
  const path = `${definitionKinds[kind].dashboardPath}/${encodeURIComponent(slug)}/impact`;
  return useProjectQuery<TypeImpact>('schema', path);
}

/** How many values each field has, in drafts and in live entries. */
export function FieldImpact({ impact, keys }: { impact: TypeImpact; keys: readonly string[] }) {
  const removed = impact.fields.filter(({ key }) => keys.includes(key));
  return (
    <table className="impact">
      <caption className="visually-hidden">
        Values of the fields in {counted(impact.entries, 'entry', 'entries')}
      </caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Drafts</th>
          <th scope="col">Live</th>
        </tr>
      </thead>
      <tbody>
        {removed.map(({ key, label, drafts, live }) => (
          <tr key={key}>
            <th scope="row">
              {label} <code>{key}</code>
            </th>
            <td>{counted(drafts, 'value')}</td>
            <td>{counted(live, 'value')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
