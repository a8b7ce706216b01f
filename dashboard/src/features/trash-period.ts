import { limits } from '../../../src/contract/limits.ts';

/** How long deleted items can be restored: `30 days`. */
export const trashPeriod = `${limits.trash_days} days`;
