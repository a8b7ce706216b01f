import type { Static, TSchema } from '@sinclair/typebox';
import { readFile } from 'node:fs/promises';
import type { Check } from '../../http/query/compile.ts';

/** The text of a file; null if it doesn't exist. */
export async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The value of a JSON file; null if the file doesn't exist, is cut short, or is of an older version. */
export async function readJson<T extends TSchema>(file: string, check: Check<T>): Promise<Static<T> | null> {
  const text = await readText(file);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return check(value) ? value : null;
  } catch {
    return null;
  }
}
