import { findUrlTextError } from '../../contract/text/address-text.ts';
import { apiError } from '../../contract/errors/api-error.ts';

/** The placeholders of a preview URL (specification: preview). */
const placeholders = ['type', 'id', 'slug', 'locale', 'token'] as const;
export type PreviewPlaceholders = Record<(typeof placeholders)[number], string>;

/** The URL of the site's preview of an item. */
export function previewUrlOf(template: string, item: PreviewPlaceholders): string {
  return template.replace(/\{(type|id|slug|locale|token)\}/g, (_all, name: keyof PreviewPlaceholders) =>
    encodeURIComponent(item[name]),
  );
}

/** The origin of a preview URL; null if it is invalid or contains a placeholder. */
export function previewOriginOf(template: string): string | null {
  const origins = ['a', 'b'].map((text) => {
    const filled = previewUrlOf(template, { type: text, id: text, slug: text, locale: text, token: text });
    return URL.canParse(filled) ? new URL(filled).origin : null;
  });
  return origins[0] === origins[1] ? (origins[0] ?? null) : null;
}

/**
 * @param baseUrl - of this service. A frame with its origin could leave its sandbox.
 * @throws invalid_field_value if the URL is invalid, has an unknown placeholder or the origin of the service, or has no
 * {token}
 */
export function checkPreviewUrl(template: string, baseUrl: string): void {
  const anyPlaceholder = /\{([^{}]*)\}/g;
  for (const [placeholder, name = ''] of template.matchAll(anyPlaceholder)) {
    if (!(placeholders as readonly string[]).includes(name))
      throw invalid(
        `${placeholder} is not a placeholder; the placeholders are {type}, {id}, {slug}, {locale} and {token}`,
      );
  }
  const urlError = findUrlTextError(template);
  if (urlError !== null) throw invalid(urlError);
  const filled = previewUrlOf(template, { type: 't', id: 'i', slug: 's', locale: 'l', token: 'k' });
  const isWeb = URL.canParse(filled) && ['http:', 'https:'].includes(new URL(filled).protocol);
  if (!isWeb) throw invalid('it must be an absolute http or https address');
  if (new URL(filled).origin === new URL(baseUrl).origin)
    throw invalid('it must not have the origin of the dashboard; serve the site from another host or port');
  if (!template.includes('{token}'))
    throw invalid('it must contain {token}, which gives access to the drafts');
}

function invalid(why: string): Error {
  return apiError('invalid_field_value', { name: 'preview_url', why }, { param: 'preview_url' });
}
