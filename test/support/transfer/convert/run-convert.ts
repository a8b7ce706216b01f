import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../../src/cli/program.ts';
import { newFolder } from '../installations.ts';

type Line = Record<string, any>;

/** A conversion: its report, and the lines of the files that it wrote. */
export interface Conversion {
  exitCode: number;
  body: any;
  out: string;
  lines: (file: string) => Promise<Line[]>;
  /** Every byte of the bundle's NDJSON files and of its manifest. */
  text: () => Promise<string>;
}

/** Runs `galley convert`, without any settings. */
export async function convert(format: string, source: string, ...options: string[]): Promise<Conversion> {
  const out = options.includes('--out')
    ? (options[options.indexOf('--out') + 1] ?? '')
    : join(await newFolder(), 'bundle');
  const rest = options.includes('--out') ? options : ['--out', out, ...options];
  const { out: printed, exitCode } = await runCommand(
    ['convert', format, source, ...rest, '--json'],
    {},
    tmpdir(),
  );
  return {
    exitCode,
    body: JSON.parse(printed),
    out,
    lines: async (file) => {
      const text = await readFile(join(out, `${file}.ndjson`), 'utf8').catch(() => '');
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Line);
    },
    text: async () => {
      const names = (await readdir(out)).filter((name) => /json$/.test(name));
      return (await Promise.all(names.map((name) => readFile(join(out, name), 'utf8')))).join('\n');
    },
  };
}

/** Writes a file into a new folder, and returns its path. */
export async function sourceFile(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(await newFolder(), name);
  await writeFile(path, content);
  return path;
}
