import type { BlockDefinition } from '../../../../../src/content/types/blocks/schema.ts';
import type { FieldOptions } from '../../../../../src/content/fields/schema.ts';
import type { ProjectApi } from '../../../api/project.ts';
import { blocksPath } from '../../../features/blocks/outline/definitions.ts';
import { inWords } from '../fields/key-of.ts';
import type { Template } from '../queries.ts';

interface FieldWithBlocks {
  options: FieldOptions;
}

/**
 * Creates the blocks that fields allow and that don't exist yet, if there are templates for them, with the blocks that
 * those templates allow.
 * @param self - the slug of the block that is being saved, '' for a content type.
 */
export async function createMissingBlocks(
  api: ProjectApi,
  fields: readonly FieldWithBlocks[],
  self: string,
): Promise<void> {
  const allowed = allowedBlocks(fields);
  if (allowed.length === 0) return;
  const { data: blocks } = await api.get<{ data: BlockDefinition[] }>(blocksPath);
  const existing = new Set([self, ...blocks.map(({ slug }) => slug)]);
  if (allowed.every((slug) => existing.has(slug))) return;
  const { data: templates } = await api.get<{ data: Template[] }>('/block-templates');
  const missing = new Set<string>();
  const addMissing = (slug: string) => {
    const template = templates.find((one) => one.slug === slug);
    if (existing.has(slug) || missing.has(slug) || template === undefined) return;
    missing.add(slug);
    allowedBlocks(template.fields).forEach(addMissing);
  };
  allowed.forEach(addMissing);
  // The service lists each template after the templates of the blocks that it allows.
  for (const { slug, name, description, display_field, fields: own } of templates) {
    if (!missing.has(slug)) continue;
    const labeled = own.map(({ key, type, options }) => ({ key, type, options, label: inWords(key) }));
    await api.put(`${blocksPath}/${slug}`, { name, description, display_field, fields: labeled });
  }
}

function allowedBlocks(fields: readonly FieldWithBlocks[]): string[] {
  return [...new Set(fields.flatMap(({ options }) => options.blocks ?? []))];
}
