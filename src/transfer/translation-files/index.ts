export { translationFilesFeature } from './feature.ts';
export { exportTexts } from './export-texts.ts';
export { importTexts } from './import-texts.ts';
export type { TextsReport } from './schema.ts';
