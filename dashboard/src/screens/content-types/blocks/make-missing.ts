import type { BlockDefinition } from '../../../../../src/content/types/blocks/schema.ts';
import type { FieldOptions } from '../../../../../src/content/fields/schema.ts';
import type { ProjectApi } from '../../../api/project.ts';
import { blocksPath } from '../../../features/blocks/outline/definitions.ts';
import { inWords } from '../fields/key-of.ts';
import type { BlockTemplate } from './draft.ts';

interface Naming {
  options: FieldOptions;
}

/**
 * Makes the definitions that fields name and that are not there, where a template has them: those that a template names
 * come with it. Answers the names of what was made. @throws the service's refusals
 */
export async function makeMissing(
  api: ProjectApi,
  fields: readonly Naming[],
  self: string,
): Promise<string[]> {
  const named = namedBy(fields);
  if (named.length === 0) return [];
  const { data: there } = await api.get<{ data: BlockDefinition[] }>(blocksPath);
  const known = new Set([self, ...there.map(({ slug }) => slug)]);
  if (named.every((slug) => known.has(slug))) return [];
  const { data: templates } = await api.get<{ data: BlockTemplate[] }>('/block-templates');
  const needed = new Set<string>();
  const need = (slug: string) => {
    const template = templates.find((one) => one.slug === slug);
    if (known.has(slug) || needed.has(slug) || template === undefined) return;
    needed.add(slug);
    namedBy(template.fields).forEach(need);
  };
  named.forEach(need);
  // Templates stand after those that they name.
  const made = templates.filter(({ slug }) => needed.has(slug));
  for (const { slug, name, description, display_field, fields: own } of made) {
    const labelled = own.map(({ key, type, options }) => ({ key, type, options, label: inWords(key) }));
    const body = { name, description, display_field, fields: labelled };
    await api.put(`${blocksPath}/${slug}`, body);
  }
  return made.map(({ name }) => name);
}

function namedBy(fields: readonly Naming[]): string[] {
  return [...new Set(fields.flatMap(({ options }) => options.blocks ?? []))];
}
