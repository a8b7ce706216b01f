import type { Static, TSchema } from '@sinclair/typebox';
import { readFile } from 'node:fs/promises';
import type { Check } from '../../http/query/compile.ts';

/** The text, or null when there is no such file. */
export async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The value, or null when the file is missing or is not what was written (cut short, of an older version). */
export async function readJson<T extends TSchema>(file: string, isIt: Check<T>): Promise<Static<T> | null> {
  const text = await readText(file);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isIt(value) ? value : null;
  } catch {
    return null;
  }
}
