export { convertContentful } from './contentful/convert.ts';
export { convertGhost } from './ghost/convert.ts';
export { convertMarkdown } from './markdown/convert.ts';
export type { ConvertReport } from './schema.ts';
export { convertWordPress, type WordPressOptions } from './wordpress/convert.ts';
export { type MappedTarget, mappedTargets } from './wordpress/targets.ts';
