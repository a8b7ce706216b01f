import type { TypeImpact } from '../../../../src/content/types/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { counted } from '../../components/base/counted.ts';

/** What would go with a type, or the definition of a block, or their fields. */
export function useImpact(slug: string, of: 'type' | 'block' = 'type') {
  const path = of === 'type' ? '/content-types' : '/blocks';
  return useProjectQuery<TypeImpact>('schema', `${path}/${encodeURIComponent(slug)}/impact`);
}

/** How much each field loses: of how many drafts, of how many live entries. */
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
