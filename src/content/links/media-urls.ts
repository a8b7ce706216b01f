import { problem } from '../../contract/errors/problem.ts';
import type { ProjectCall } from '../../core/context/index.ts';

/**
 * Refuses `media_urls=permanent` where image addresses expire (specification: custom-content).
 * @throws permanent_media_urls_unavailable
 */
export function checkMediaUrls(call: ProjectCall, query: { media_urls?: 'permanent' }): void {
  if (query.media_urls === undefined || !call.project.privateMedia) return;
  throw problem('permanent_media_urls_unavailable', {}, { param: 'media_urls' });
}
