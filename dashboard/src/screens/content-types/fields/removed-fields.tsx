import { useProjectQuery } from '../../../api/project.ts';
import { Button } from '../../../components/base/button.tsx';
import { Time } from '../../../components/base/time.tsx';
import { Section } from '../../../components/layout/page.tsx';
import { kindOf } from '../../../features/fields/field-kinds.ts';
import type { Field } from '../../../../../src/content/fields/schema.ts';
import type { Draft } from '../builder/draft.ts';
import { definitionKinds } from '../kinds.ts';

interface RestorableFields {
  data: { field: Field; kept_until: string }[];
}

interface RemovedFieldsProps {
  draft: Draft;
  slug: string;
  onRestore: (field: Field) => void;
}

/** Removed fields whose values can still be restored. */
export function RemovedFields({ draft: { definitionKind, fields }, slug, onRestore }: RemovedFieldsProps) {
  const path = `${definitionKinds[definitionKind].dashboardPath}/${encodeURIComponent(slug)}/removed-fields`;
  const { data } = useProjectQuery<RestorableFields>('schema', path);
  const restorable = (data?.data ?? []).filter(
    ({ field }) => !fields.some(({ key, stored }) => key === field.key || stored?.key === field.key),
  );
  if (restorable.length === 0) return null;
  return (
    <Section title="Removed fields" intro="A restored field gets its values back when you save.">
      <ul className="removed-fields">
        {restorable.map(({ field, kept_until }) => (
          <li key={field.key}>
            <span className="field-names">
              <span className="field-title">{field.label}</span>
              <code>{field.key}</code>
            </span>
            <span className="field-type">{kindOf(field).name}</span>
            <span className="muted">
              Values are deleted <Time value={kept_until} isUpcoming />
            </span>
            <Button onClick={() => onRestore(field)} aria-label={`Restore field ${field.label}`}>
              Restore field
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
