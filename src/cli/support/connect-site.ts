import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changeSettings, readSettings } from '../../dashboard/index.ts';
import { listOrRead, loadTypes } from '../../content/index.ts';
import { createKey } from '../../accounts/index.ts';
import type { ProjectRecord } from '../../projects/index.ts';
import { createTarget } from '../../delivery/index.ts';
import type { Installation } from './installation.ts';

/** Pages of the site that Galley calls or opens. */
const purgePath = '/api/galley';
const previewPath = '/api/preview?type={type}&id={id}&slug={slug}&token={token}';

/** What joins a site to a project. The secrets go into the site's `.env` and are shown nowhere. */
export interface Connection {
  readonly project: string;
  readonly target: string;
  readonly preview_url: string | null;
  /** Whether drafts of the project are previewed on this site; a project that had an address keeps it. */
  readonly isPreviewed: boolean;
}

/** Makes a key of each kind, a purge target and the preview address, and writes them where the site reads them. */
export async function connectSite(
  installation: Installation,
  { _id: id, name }: ProjectRecord,
  { dir, origin, isUsualPort }: { dir: string; origin: string; isUsualPort: boolean },
): Promise<Connection> {
  const { system, clock, actor, box, bounds, baseUrl } = installation;
  const db = system.project(id);
  const by = { now: clock.now(), actor, box, bounds };
  // Pages are kept with the time at which their making began, so a purge need not be sent twice.
  const purges = { format: 'signed', url: `${origin}${purgePath}`, repeat_seconds: [] };
  const { target, secret } = await createTarget(db, purges, by);
  const key = { name: `Site ${origin}`, origins: [], expiresInDays: null };
  const { token: secretKey } = await createKey(db, { ...key, purpose: 'secret' }, by);
  const { token: publicKey } = await createKey(db, { ...key, purpose: 'publishable', origins: [origin] }, by);
  const context = await installation.calls().project(id);
  const before = (await readSettings(context)).preview_url;
  const own = `${origin}${previewPath}`;
  if (before === null) await changeSettings(context, { preview_url: own });
  const lines = {
    GALLEY_URL: baseUrl,
    GALLEY_KEY: secretKey,
    GALLEY_PUBLIC_KEY: publicKey,
    GALLEY_PURGE_SECRET: secret ?? '',
    SITE_URL: origin,
    ...(isLocal(origin) && !isUsualPort && { PORT: new URL(origin).port || '80' }),
  };
  const text = Object.entries(lines).map(([variable, value]) => `${variable}=${value}\n`);
  const comment = `# Project ${JSON.stringify(name)}. These are secrets: keep this file out of git and of builds.\n`;
  await writeFile(join(dir, '.env'), comment + text.join(''), { mode: 0o600 });
  return {
    project: id,
    target: target.id,
    preview_url: before ?? own,
    isPreviewed: before === null || before === own,
  };
}

/** Fields of the singleton `site_settings` that may contain the name of the site, best first. */
const nameFields = ['site_name', 'shop_name', 'name', 'title'];

/** The name that readers know: from the published singleton `site_settings` if there is one, else the project's name. */
export async function siteName(installation: Installation, { _id, name }: ProjectRecord): Promise<string> {
  const context = await installation.calls().release(_id);
  if (!(await loadTypes(context)).has('site_settings')) return name;
  const settings = await listOrRead(context, 'site_settings', { query: {}, where: [] }).catch(() => null);
  const values = settings?.body as Record<string, unknown> | undefined;
  const known = nameFields.map((field) => values?.[field]);
  return known.find((value): value is string => typeof value === 'string' && value !== '') ?? name;
}

function isLocal(origin: string): boolean {
  return new URL(origin).hostname === 'localhost';
}
