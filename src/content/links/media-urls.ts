import { apiError } from '../../contract/errors/api-error.ts';
import type { ProjectContext } from '../../core/context/index.ts';

/**
 * Rejects `media_urls=permanent` in projects whose image URLs expire (specification: custom-content).
 * @throws permanent_media_urls_unavailable
 */
export function checkMediaUrls(
  context: Pick<ProjectContext, 'project'>,
  query: { media_urls?: 'permanent' },
): void {
  if (query.media_urls === undefined || !context.project.privateMedia) return;
  throw apiError('permanent_media_urls_unavailable', {}, { param: 'media_urls' });
}
