import { createHash } from 'node:crypto';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { rowOfText, textOfRow } from '../../core/mongo/index.ts';
import type { Storage } from '../../core/storage/index.ts';
import type { ProjectRecord } from '../../projects/index.ts';
import { assetFileOf } from '../files.ts';
import { newIdsFor } from '../import.ts';
import { readPart } from '../lines.ts';
import { type NewIds, ProjectIds } from '../copies/new-ids.ts';
import { findReadyReleases, storedRow, streamPart } from '../repository.ts';
import type { ExportPart, Manifest, ProjectParts, Row } from '../schema.ts';

/** Maximum differences in a report. */
const differencesMax = 100;

interface Comparison {
  db: ProjectDb;
  parts: ProjectParts;
  storage: Storage;
  folder: string;
  manifest: Manifest;
  /** The hidden project. Its first release is not part of the backup. */
  project: ProjectRecord;
  /** Ids of assets whose file was missing when the backup was created. */
  missing: readonly string[];
}

/** Compares a restored project with the export: rows, their hashes, and the sizes of files. Empty if they are equal. */
export async function findDifferences(comparison: Comparison): Promise<string[]> {
  const { db, parts, folder, manifest } = comparison;
  const included = parts.carried.filter(({ name }) => manifest.parts.some((file) => file.name === name));
  const newIds = await newIdsFor(db, included, { folder, ids: await idsIn(comparison, included) });
  const releases = included.find(({ name }) => name === 'releases');
  const allReleases = releases === undefined ? [] : await findReadyReleases(db, releases);
  const releaseIds = allReleases.filter((id) => id !== comparison.project.default_release_id);
  const differences: string[] = [];
  for (const part of included) {
    const difference = await compareRows(comparison, part, { newIds, releaseIds });
    if (difference !== null) differences.push(difference);
  }
  const media = included.find(({ name }) => name === 'media');
  if (media !== undefined) differences.push(...(await compareFiles(comparison, media, newIds)));
  return differences.slice(0, differencesMax);
}

/** The ids in the export, which the restore has replaced. */
async function idsIn({ folder, manifest }: Comparison, included: readonly ExportPart[]): Promise<ProjectIds> {
  const ids = new ProjectIds();
  ids.addItem(rowOfText(JSON.stringify(manifest.project)));
  for (const part of included) for await (const row of readPart(folder, part)) ids.addRow(row);
  return ids;
}

async function compareRows(
  { db, folder, project }: Comparison,
  part: ExportPart,
  { newIds, releaseIds }: { newIds: NewIds; releaseIds: readonly string[] },
): Promise<string | null> {
  const expected = new RowSet();
  // Backups of older versions contain keys that exports omit now.
  const { rowForm = (row: Row) => row } = part;
  for await (const row of readPart(folder, part))
    expected.add(rowForm(storedRow(db, part, newIds.rowOf(row))) as Row);
  const restored = new RowSet();
  for await (const row of streamPart(db, part, { releaseIds }))
    if (row._id !== project.default_release_id) restored.add(row);
  if (expected.count !== restored.count)
    return `${part.name}: ${restored.count} rows were restored, the backup has ${expected.count}.`;
  return expected.digest === restored.digest ? null : `${part.name}: restored rows differ from the backup.`;
}

async function compareFiles(
  { folder, storage, missing }: Comparison,
  media: ExportPart,
  newIds: NewIds,
): Promise<string[]> {
  const differences: string[] = [];
  for await (const row of readPart(folder, media)) {
    const file = assetFileOf(newIds.rowOf(row));
    if (file === null || missing.includes(file.id)) continue;
    const sizeBytes = (await storage.stat(file.object))?.sizeBytes ?? 0;
    if (sizeBytes === file.sizeBytes || differences.length >= differencesMax) continue;
    differences.push(
      `media: the file of ${row._id} has ${sizeBytes} bytes, the backup has ${file.sizeBytes}.`,
    );
  }
  return differences;
}

const modulus = 2n ** 256n;

/** Counts rows, and sums their hashes to one digest that doesn't depend on their order. */
class RowSet {
  count = 0;
  digest = 0n;

  add(row: Row): void {
    const hash = createHash('sha256').update(canonicalText(row)).digest('hex');
    this.digest = (this.digest + BigInt(`0x${hash}`)) % modulus;
    this.count += 1;
  }
}

/** The row as JSON with sorted keys, because their order has no meaning. */
function canonicalText(row: Row): string {
  return JSON.stringify(JSON.parse(textOfRow(row)), (_key, value: unknown) =>
    value === null || typeof value !== 'object' || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}
