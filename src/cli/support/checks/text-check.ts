import { toNfc } from '../../../contract/text/nfc.ts';
import { findEntry } from '../../../content/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { findUnnormalizedValues, type UnnormalizedValue } from '../../../projects/index.ts';
import { advice, type Finding, good } from './finding.ts';

/** Values that the finding lists. */
const listedMax = 20;

/** Lists unique values that stayed in another Unicode form, because another entry has the same value. */
export async function textFinding(system: SystemDb): Promise<Finding> {
  const lines: string[] = [];
  for (const { projectId, left } of await findUnnormalizedValues(system)) {
    for (const value of left) {
      if (lines.length > listedMax || !(await isUnnormalized(system, projectId, value))) continue;
      const { id, type, field, holder, release_id: releaseId } = value;
      lines.push(
        `"${field}" of ${id} equals that of ${holder} (${type}, release ${releaseId}, project ${projectId})`,
      );
    }
  }
  if (lines.length === 0) return good('texts', 'No two entries share a unique value in two Unicode forms.');
  const listed = lines.slice(0, listedMax).join('; ');
  const more = lines.length > listedMax ? '; and more' : '';
  return advice(
    'texts',
    `Unique values that two entries share in two Unicode forms: ${listed}${more}.`,
    'Change the value of one entry of each pair, then save the other one with its value again.',
  );
}

/** Whether the entry still has the value; somebody may have changed it since. */
async function isUnnormalized(system: SystemDb, projectId: string, value: UnnormalizedValue) {
  const entry = await findEntry(system.project(projectId).release(value.release_id), value.id);
  const snapshots = [entry?.draft, entry?.live, entry?.pending?.values];
  return snapshots.some((values) => {
    const text = values?.[value.field];
    return typeof text === 'string' && toNfc(text) !== text;
  });
}
