export { copyStarter, emptyFolder, requireEmptyFolder } from './copy.ts';
export { npm, SiteError } from './npm.ts';
export { needsOwnNode, type Starter, starterFolder, starters } from './starters.ts';
