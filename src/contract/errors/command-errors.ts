import { row } from './error-row.ts';

/** Errors of the command line; no endpoint returns them. */
export const commandErrors = {
  load_in_progress: row(
    409,
    () => 'Another load of this project is running. Try again when it ends.',
    'Only one `galley load` of a project runs at a time. A load that was killed counts as running for 30 seconds.',
  ),
} as const;
