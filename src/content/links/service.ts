export {
  checkWrittenIds,
  linkTargetExists,
  targetKindOf,
  type UnpublishedWarning,
  type WrittenId,
} from './check.ts';
export { editorTargets } from './editor-targets.ts';
export { checkMediaUrls } from './media-urls.ts';
export { resolveTargets, type ResolvedTargets } from './resolve.ts';
export { type LinkPatterns, checkLinkPatterns } from './site-address.ts';
export { LinkBatch } from './link-batch.ts';
