export { copyStarter, emptyFolder, nameSite, requireEmptyFolder } from './copy.ts';
export { npm, SiteError } from './npm.ts';
export { needsOwnNode, nodeNotice, type Starter, starterFolder, starters } from './starters.ts';
