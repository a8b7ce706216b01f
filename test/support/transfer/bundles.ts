import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newFolder } from './installations.ts';

type Lines = readonly object[];

/** Writes a bundle into a new folder: lines by file, and other files by their path. */
export async function writeBundle(
  lines: Readonly<Record<string, Lines>>,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  manifest: object = { galley_bundle: 1, source: 'test:one' },
): Promise<string> {
  const folder = await newFolder();
  await putBundle(folder, lines, manifest);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/** Replaces files of a bundle. */
export async function putBundle(
  folder: string,
  lines: Readonly<Record<string, Lines>>,
  manifest: object = { galley_bundle: 1, source: 'test:one' },
): Promise<void> {
  await writeFile(join(folder, 'bundle.json'), JSON.stringify(manifest));
  for (const [file, rows] of Object.entries(lines))
    await writeFile(join(folder, `${file}.ndjson`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}
