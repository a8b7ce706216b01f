import { randomBytes } from 'node:crypto';
import { link, rm } from 'node:fs/promises';
import { readText } from '../../src/core/util/json/json-file.ts';
import { writePrivate } from './data-folder.ts';

/**
 * Returns the `APP_SECRET` for development. It is created at the first start and stored, because later starts must
 * decrypt stored secrets. Two parallel first starts get the same secret.
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
