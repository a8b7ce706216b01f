import { linkTargetKinds } from '../../../../src/contract/fields/links.ts';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import type { ChangeProjectSettings, ProjectSettings } from '../../../../src/projects/project/schema.ts';
import { useProjectMutation, useProjectQuery } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { TextField } from '../../components/form/field.tsx';
import { Form, useSubmit } from '../../components/form/form.tsx';
import { useEdits } from '../../components/form/edits.ts';
import { LeaveGuard } from '../../components/form/leave-guard.tsx';
import { Card, Section } from '../../components/layout/page.tsx';
import { toast } from '../../components/overlay/toast.tsx';

type Patterns = Record<string, string>;

const kinds: Record<(typeof linkTargetKinds)[number] | 'entry', [label: string, example: string]> = {
  blog_article: ['Blog articles', '/blog/{slug}'],
  blog_category: ['Blog categories', '/blog/topics/{slug}'],
  author: ['Authors', '/people/{slug}'],
  kb_article: ['Knowledge base articles', '/help/{slug}'],
  kb_collection: ['Knowledge base collections', '/help#{slug}'],
  kb_section: ['Knowledge base sections', '/help#{slug}'],
  entry: ['Entries of other types', '/{type}/{id}'],
};

/** The URL patterns of the site's pages, for links in rich text. */
export function LinkPatternsSection({ value }: { value: ProjectSettings['link_patterns'] }) {
  const types =
    useProjectQuery<{ data: ContentType[] }>('schema', '/v1/schema/content-types').data?.data ?? [];
  const { values: patterns, changed, change: edit, discardSaved } = useEdits<Patterns>(value);
  const save = useProjectMutation(['settings'], async (api, edits: Patterns) => {
    // Patterns are replaced as a whole, so patterns that another owner saved meanwhile are included.
    const { link_patterns: savedPatterns } = await api.get<ProjectSettings>('/settings');
    const input: ChangeProjectSettings = { link_patterns: withoutEmpty({ ...savedPatterns, ...edits }) };
    return api.patch<ProjectSettings>('/settings', input);
  });
  const submission = useSubmit(async () => {
    await save.mutateAsync(changed as Patterns);
    discardSaved(changed);
    toast('Links saved');
  });
  const rows = rowsOf(types, value);
  const isChanged = Object.keys(changed).length > 0;
  return (
    <Section
      title="Links to your site"
      intro="Where your site shows each kind of content. Links in rich text lead there. Without a pattern, they lead to API paths. Galley fills in {slug}, {id} and {type}."
    >
      <Card>
        <Form submission={submission} fields={rows.map(({ key }) => `link_patterns.${key}`)}>
          <LeaveGuard when={isChanged && !submission.busy} />
          {rows.map(({ key, label, example }) => (
            <TextField
              key={key}
              label={label}
              name={`link_patterns.${key}`}
              value={patterns[key] ?? ''}
              onChange={(pattern) => edit({ [key]: pattern })}
              placeholder={example}
              spellCheck={false}
            />
          ))}
          <div className="row">
            <Button type="submit" variant="primary" busy={submission.busy} disabled={!isChanged}>
              Save links
            </Button>
          </div>
        </Form>
      </Card>
    </Section>
  );
}

/** One row per kind and content type, and per deleted type that still has a pattern, so that it can be removed. */
function rowsOf(types: readonly ContentType[], value: Patterns) {
  const typeRows = types.map(({ slug, name, kind }) => ({
    key: `entry:${slug}`,
    label: `Entries: ${name}`,
    example: kind === 'singleton' ? `/${slug}` : `/${slug}/{slug}`,
  }));
  const kindRows = Object.entries(kinds).map(([key, [label, example]]) => ({ key, label, example }));
  const rows = [...kindRows.filter(({ key }) => key !== 'entry'), ...typeRows, ...kindRows.slice(-1)];
  const otherKeys = Object.keys(value).filter((key) => !rows.some((row) => row.key === key));
  return [...rows, ...otherKeys.map((key) => ({ key, label: key, example: '' }))];
}

function withoutEmpty(patterns: Patterns): Patterns {
  const trimmed = Object.entries(patterns).map(([key, pattern]) => [key, pattern.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, pattern]) => pattern !== ''));
}
