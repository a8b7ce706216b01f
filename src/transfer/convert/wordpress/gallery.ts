import { escapeHtml, figure } from '../html.ts';
import type { WordPressSite } from './site.ts';

/** The images of a gallery with their captions. */
export function galleryHtml(attachmentIds: readonly string[], site: WordPressSite): string {
  return attachmentIds
    .map((id) => site.attachment(id))
    .filter((attachment) => attachment !== null)
    .map(({ url, caption }) => figure(`<img src="${escapeHtml(url)}">`, escapeHtml(caption)))
    .join('');
}
