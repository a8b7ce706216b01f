import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { isId } from '../contract/ids.ts';
import { rowOfText } from '../core/mongo/index.ts';
import { linesOf, partPath } from './folder.ts';
import { refused } from './refused.ts';
import type { ExportPart, PartFile, Row } from './schema.ts';

/** Reads a part's rows one after another. @throws invalid_parameter with file and line of a damaged row */
export async function* readPart(folder: string, part: ExportPart): AsyncIterable<Row> {
  for await (const { line, number } of linesOf(folder, part.name)) {
    yield rowOf(line, part, `${partPath(folder, part.name)}, line ${number}`);
  }
}

/**
 * Checks every line of a part and the file's checksum.
 * @throws invalid_parameter with the file, and the line of a damaged row
 */
export async function checkPart(
  folder: string,
  { part, written, onRow }: { part: ExportPart; written: PartFile | undefined; onRow: () => void },
): Promise<void> {
  const path = partPath(folder, part.name);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (written === undefined && !isThere) return; // exports of an older Galley lack this part
  if (written === undefined || !isThere)
    throw refused(`${path} is ${isThere ? 'no part of this export' : 'missing'}.`, '--from');
  const hash = createHash('sha256');
  let count = 0;
  for await (const { line, number } of linesOf(folder, part.name)) {
    rowOf(line, part, `${path}, line ${number}`);
    hash.update(`${line}\n`);
    count += 1;
    onRow();
  }
  if (count !== written.rows) {
    throw refused(
      `${path} has ${count} lines where ${written.rows} were written: line ${count + 1} on is damaged.`,
      '--from',
    );
  }
  if (hash.digest('hex') !== written.sha256) throw refused(`${path} is not as it was written.`, '--from');
}

function rowOf(line: string, part: ExportPart, place: string): Row {
  const row = parsed(line);
  const fault = row === undefined ? 'it is not a JSON object' : faultOf(row, part);
  if (fault !== null || row === undefined) throw refused(`${place} is damaged: ${fault}.`, '--from');
  return row as Row;
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value = rowOfText(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function faultOf(
  row: Record<string, unknown>,
  { requiredKeys: needs, collection }: ExportPart,
): string | null {
  if (typeof row['_id'] !== 'string') return 'it has no _id';
  if (collection.scope === 'release' && !isId('release', String(row['release_id'])))
    return 'it has no release_id';
  const missing = needs.find((key) => !(key in row));
  return missing === undefined ? null : `it has no ${missing}`;
}
