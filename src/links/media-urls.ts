import { Type } from '@sinclair/typebox';
import { problem } from '../contract/problem.ts';
import type { ProjectCall } from '../platform/call.ts';

/** The parameter `media_urls` of every read that serves images (spec, "Custom content"). */
export const mediaUrlsParameter = {
  media_urls: Type.Optional(Type.Literal('permanent', { description: '"permanent"' })),
};

/** @throws permanent_media_urls_unavailable where image addresses expire */
export function checkMediaUrls(call: ProjectCall, query: { media_urls?: 'permanent' }): void {
  if (query.media_urls === undefined || !call.project.privateMedia) return;
  throw problem('permanent_media_urls_unavailable', {}, { param: 'media_urls' });
}
