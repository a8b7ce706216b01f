import { findUrlTextError } from '../../contract/text/address-text.ts';
import { apiError } from '../../contract/errors/api-error.ts';

/** The placeholders of a preview URL (specification: preview). */
const placeholders = ['type', 'id', 'slug', 'token'] as const;
export type PreviewPlaceholders = Record<(typeof placeholders)[number], string>;

/** The URL of the site's preview of an item. */
export function previewUrlOf(template: string, item: PreviewPlaceholders): string {
  return template.replace(/\{(type|id|slug|token)\}/g, (_all, name: keyof PreviewPlaceholders) =>
    encodeURIComponent(item[name]),
  );
}

/** @throws invalid_field_value if the URL is invalid, has an unknown placeholder, or has no {token} */
export function checkPreviewUrl(template: string): void {
  const anyPlaceholder = /\{([^{}]*)\}/g;
  for (const [placeholder, name = ''] of template.matchAll(anyPlaceholder)) {
    if (!(placeholders as readonly string[]).includes(name))
      throw invalid(
        `${placeholder} is not a placeholder; the placeholders are {type}, {id}, {slug} and {token}`,
      );
  }
  const urlError = findUrlTextError(template);
  if (urlError !== null) throw invalid(urlError);
  const filled = previewUrlOf(template, { type: 't', id: 'i', slug: 's', token: 'k' });
  const isWeb = URL.canParse(filled) && ['http:', 'https:'].includes(new URL(filled).protocol);
  if (!isWeb) throw invalid('it must be an absolute http or https address');
  if (!template.includes('{token}'))
    throw invalid('it must contain {token}, which gives access to the drafts');
}

function invalid(why: string): Error {
  return apiError('invalid_field_value', { name: 'preview_url', why }, { param: 'preview_url' });
}
