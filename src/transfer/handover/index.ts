export { handoverFeature } from './feature.ts';
export { exportTexts } from './export-texts.ts';
export { textFormats, type TextFormat } from './formats/index.ts';
export { importTexts } from './import-texts.ts';
export type { TextsReport } from './schema.ts';
