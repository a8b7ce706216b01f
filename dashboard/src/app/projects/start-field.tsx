import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TemplateList } from '../../../../src/transfer/copies/schema.ts';
import { requestApi } from '../../api/http/client.ts';
import { SelectField } from '../../components/form/field.tsx';

/** What a new project starts with: nothing, the demo content, or the id of a template. */
export const starts = { empty: 'empty', demo: 'demo' } as const;

const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: ({ signal }) => requestApi<TemplateList>('GET', '/templates', { signal }),
});

const helps: Readonly<Record<string, string>> = {
  [starts.empty]: 'You define its content types.',
  [starts.demo]: 'Content types, pages, articles and images of a shop for kites. You can delete them.',
};

/** Whether a choice is the id of a template. */
export function isTemplate(start: string): boolean {
  return start !== starts.empty && start !== starts.demo;
}

export function StartField({ value, onChange }: { value: string; onChange: (start: string) => void }) {
  const templates = useQuery(templatesQuery).data?.data ?? [];
  return (
    <SelectField
      label="Start with"
      value={value}
      onChange={onChange}
      help={helps[value] ?? 'Copies the content and files of the template.'}
    >
      <option value={starts.empty}>Empty project</option>
      <option value={starts.demo}>Demo content</option>
      {templates.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
