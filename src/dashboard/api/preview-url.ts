import { findUrlTextError } from '../../contract/text/address-text.ts';
import { apiError } from '../../contract/errors/api-error.ts';

/** What stands in the site's preview URL for an item (specification: preview). */
const places = ['type', 'id', 'slug', 'token'] as const;
export type PreviewPlaceholders = Record<(typeof places)[number], string>;

/** The address on the site at which an item is previewed. */
export function previewUrlOf(template: string, item: PreviewPlaceholders): string {
  return template.replace(/\{(type|id|slug|token)\}/g, (_all, name: keyof PreviewPlaceholders) =>
    encodeURIComponent(item[name]),
  );
}

/** @throws invalid_field_value for what is no address of a site, or has a place that nothing fills */
export function checkPreviewUrl(template: string): void {
  const unknown = /\{([^{}]*)\}/g;
  for (const [whole, name = ''] of template.matchAll(unknown)) {
    if (!(places as readonly string[]).includes(name))
      throw invalid(`${whole} is not a placeholder; the placeholders are {type}, {id}, {slug} and {token}`);
  }
  const fault = findUrlTextError(template);
  if (fault !== null) throw invalid(fault);
  const filled = previewUrlOf(template, { type: 't', id: 'i', slug: 's', token: 'k' });
  const isWeb = URL.canParse(filled) && ['http:', 'https:'].includes(new URL(filled).protocol);
  if (!isWeb) throw invalid('it must be an absolute http or https address');
  if (!template.includes('{token}'))
    throw invalid('it must contain {token}, which gives access to the drafts');
}

function invalid(why: string): Error {
  return apiError('invalid_field_value', { name: 'preview_url', why }, { param: 'preview_url' });
}
