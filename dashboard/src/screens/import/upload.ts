import { tableLimits } from '../../../../src/contract/tables/limits.ts';
import type { StartImport, TableImport } from '../../../../src/transfer/tables/jobs/schema.ts';
import type { ProjectApi } from '../../api/project.ts';

/** Maximum characters of one upload. */
const partChars = 300_000;

/** Uploads the rows of a table in parts, and starts its import. @param onProgress - receives the uploaded rows */
export async function startImport(
  api: ProjectApi,
  { type, start, rows }: { type: string; start: StartImport; rows: readonly string[][] },
  onProgress: (rows: number) => void,
): Promise<TableImport> {
  const { id } = await api.post<TableImport>(`/content/${type}/imports`, start);
  for (let first = 0; first < rows.length;) {
    const part = nextPart(rows, first);
    await api.put(`/imports/${id}/rows/${first}`, { rows: part });
    first += part.length;
    onProgress(first);
  }
  return api.post<TableImport>(`/imports/${id}/start`);
}

function nextPart(rows: readonly string[][], first: number): string[][] {
  const part: string[][] = [];
  let chars = 0;
  for (const row of rows.slice(first, first + tableLimits.rows_at_once)) {
    chars += row.reduce((sum, cell) => sum + cell.length, 0);
    if (part.length > 0 && chars > partChars) break;
    part.push(row);
  }
  return part;
}
