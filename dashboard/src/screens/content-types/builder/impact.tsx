import type { TypeImpact } from '../../../../../src/content/types/schema.ts';
import { useProjectQuery } from '../../../api/project.ts';
import { counted } from '../../../components/base/counted.ts';
import { type DefinitionKind, definitionKinds } from '../kinds.ts';

/** What deleting a content type or a block, or some of its fields, would delete. */
export function useImpact(slug: string, kind: DefinitionKind) {
  const path = `${definitionKinds[kind].dashboardPath}/${encodeURIComponent(slug)}/impact`;
  return useProjectQuery<TypeImpact>('schema', path);
}

/** How many values of each field are lost, in drafts and in live entries. */
export function FieldImpact({ impact, keys }: { impact: TypeImpact; keys: readonly string[] }) {
  const lost = impact.fields.filter(({ key }) => keys.includes(key));
  return (
    <table className="impact">
      <caption className="visually-hidden">
        What is lost of {counted(impact.entries, 'entry', 'entries')}
      </caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Drafts</th>
          <th scope="col">Live</th>
        </tr>
      </thead>
      <tbody>
        {lost.map(({ key, label, drafts, live }) => (
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
