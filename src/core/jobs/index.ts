export type { DueWork } from './due-check.ts';
export { removeWakeUps } from './collection.ts';
export { jobsFeature } from './feature.ts';
export { projectLoop, ProjectLoop, ProjectLoops, projectLoops } from './project-loops.ts';
export { repeat } from './repeat.ts';
export { JobRunner } from './runner.ts';
export type { DueRows, Job } from './schema.ts';
export { type Lease, type LeasedRow, LeasedRows } from './leased-rows.ts';
export { TimeSlices } from './time-slices.ts';
