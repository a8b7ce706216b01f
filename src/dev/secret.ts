import { randomBytes } from 'node:crypto';
import { readText, writePrivate } from './data-folder.ts';

/** The development's `APP_SECRET`, made at the first start: what it sealed must open at the next one. */
export async function keepSecret(file: string): Promise<string> {
  const kept = (await readText(file))?.trim();
  if (kept !== undefined && kept !== '') return kept;
  const secret = randomBytes(32).toString('base64url');
  await writePrivate(file, `${secret}\n`);
  return secret;
}
