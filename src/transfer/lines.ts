import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { isId } from '../contract/ids.ts';
import { rowOfText } from '../core/mongo/index.ts';
import { readLines, partPath } from './folder.ts';
import { transferError } from './transfer-error.ts';
import type { ExportPart, PartFile, Row } from './schema.ts';

/** Reads a part's rows one after another. @throws invalid_parameter with file and line of a damaged row */
export async function* readPart(folder: string, part: ExportPart): AsyncIterable<Row> {
  for await (const { line, number } of readLines(folder, part.name)) {
    yield parseRow(line, part, `${partPath(folder, part.name)}, line ${number}`);
  }
}

/**
 * Checks every line of a part and the file's checksum.
 * @throws invalid_parameter with the file, and the line of a damaged row
 */
export async function checkPart(
  folder: string,
  { part, partFile, onRow }: { part: ExportPart; partFile: PartFile | undefined; onRow: (row: Row) => void },
): Promise<void> {
  const path = partPath(folder, part.name);
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (partFile === undefined && !exists) return; // exports of an older Galley lack this part
  if (partFile === undefined || !exists)
    throw transferError(`${path} is ${exists ? 'no part of this export' : 'missing'}.`, '--from');
  const hash = createHash('sha256');
  let count = 0;
  for await (const { line, number } of readLines(folder, part.name)) {
    const row = parseRow(line, part, `${path}, line ${number}`);
    hash.update(`${line}\n`);
    count += 1;
    onRow(row);
  }
  if (count !== partFile.rows) {
    throw transferError(
      `${path} has ${count} lines where ${partFile.rows} were written: line ${count + 1} on is damaged.`,
      '--from',
    );
  }
  if (hash.digest('hex') !== partFile.sha256)
    throw transferError(`${path} is not as it was written.`, '--from');
}

function parseRow(line: string, part: ExportPart, location: string): Row {
  const row = parseLine(line);
  const damage = row === undefined ? 'it is not a JSON object' : findDamage(row, part);
  if (damage !== null || row === undefined)
    throw transferError(`${location} is damaged: ${damage}.`, '--from');
  return row as Row;
}

function parseLine(line: string): Record<string, unknown> | undefined {
  try {
    const value = rowOfText(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function findDamage(row: Record<string, unknown>, { requiredKeys, collection }: ExportPart): string | null {
  if (typeof row['_id'] !== 'string') return 'it has no _id';
  if (collection.scope === 'release' && !isId('release', String(row['release_id'])))
    return 'it has no release_id';
  const missingKey = requiredKeys.find((key) => !(key in row));
  return missingKey === undefined ? null : `it has no ${missingKey}`;
}
