export { exportProject } from './export.ts';
export { importProject } from './import.ts';
