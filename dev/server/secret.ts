import { randomBytes } from 'node:crypto';
import { link, rm } from 'node:fs/promises';
import { readText } from '../../src/core/util/json/json-file.ts';
import { writePrivate } from './data-folder.ts';

/**
 * The development's `APP_SECRET`, made at the first start: what it sealed must open at the next one. Of two first starts
 * at the same moment both get the same one.
 */
export async function keepSecret(file: string): Promise<string> {
  const kept = (await readText(file))?.trim();
  if (kept !== undefined && kept !== '') return kept;
  const aside = `${file}.new-${randomBytes(6).toString('hex')}`;
  await writePrivate(aside, `${randomBytes(32).toString('base64url')}\n`);
  try {
    if (kept === '') await rm(file, { force: true });
    await link(aside, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
  return (await readText(file))?.trim() ?? '';
}
