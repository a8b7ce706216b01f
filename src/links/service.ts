export { checkWrittenIds, exists, targetKindOf, type UnpublishedWarning, type WrittenId } from './check.ts';
export { editorTargets } from './editor-targets.ts';
export { checkMediaUrls } from './media-urls.ts';
export { resolveTargets, type Targets } from './resolve.ts';
export { type LinkPatterns, checkLinkPatterns } from './site-address.ts';
export { Wanted } from './wanted.ts';
