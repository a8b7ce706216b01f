export { seedsFeature } from './feature.ts';
export { loadSeeds, type Progress, type SeedPart, seedParts } from './service.ts';
