export { exportProject } from './export.ts';
export { importProject } from './import.ts';
export type { ExportPart, ProjectParts, TransferReport } from './schema.ts';
