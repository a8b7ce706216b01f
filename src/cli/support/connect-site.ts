import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changeSettings, readSettings } from '../../dashboard/index.ts';
import { listOrRead, loadTypes } from '../../content/index.ts';
import { createKey } from '../../accounts/index.ts';
import type { ProjectRecord } from '../../projects/index.ts';
import { createTarget } from '../../delivery/index.ts';
import type { Installation } from './installation.ts';

/** Paths of the site that Galley requests or opens. */
const purgePath = '/api/galley';
const previewPath = '/api/preview?type={type}&id={id}&slug={slug}&locale={locale}&token={token}';

/** The connection of a site to a project. The secrets are only in the site's `.env`, and are never shown. */
export interface Connection {
  readonly project: string;
  readonly target: string;
  readonly preview_url: string | null;
  /** Whether previews of the project use this site. An existing preview URL of a project stays. */
  readonly isPreviewed: boolean;
}

/** Creates a key of each kind, a purge target and the preview URL, and writes them into the site's `.env`. */
export async function connectSite(
  installation: Installation,
  { _id: id, name }: ProjectRecord,
  { dir, origin, isUsualPort }: { dir: string; origin: string; isUsualPort: boolean },
): Promise<Connection> {
  const { system, clock, actor, box, bounds, baseUrl } = installation;
  const db = system.project(id);
  const source = { now: clock.now(), actor, box, bounds };
  // Pages are cached with the time at which their rendering started, so a purge need not be repeated.
  const targetInput = { format: 'signed', url: `${origin}${purgePath}`, repeat_seconds: [] };
  const { target, secret } = await createTarget(db, targetInput, source);
  const key = { name: `Site ${origin}`, origins: [], expiresInDays: null };
  const { token: secretKey } = await createKey(db, { ...key, purpose: 'secret' }, source);
  const { token: publicKey } = await createKey(
    db,
    { ...key, purpose: 'publishable', origins: [origin] },
    source,
  );
  const context = await installation.contexts().project(id);
  const previousPreviewUrl = (await readSettings(context)).preview_url;
  const ownPreviewUrl = `${origin}${previewPath}`;
  if (previousPreviewUrl === null) await changeSettings(context, { preview_url: ownPreviewUrl });
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
    preview_url: previousPreviewUrl ?? ownPreviewUrl,
    isPreviewed: previousPreviewUrl === null || previousPreviewUrl === ownPreviewUrl,
  };
}

/** Fields of the singleton `site_settings` that may contain the name of the site, best first. */
const nameFields = ['site_name', 'shop_name', 'name', 'title'];

/** The name that readers know: from the published singleton `site_settings` if there is one, else the project's name. */
export async function siteName(installation: Installation, { _id, name }: ProjectRecord): Promise<string> {
  const context = await installation.contexts().release(_id);
  if (!(await loadTypes(context)).has('site_settings')) return name;
  const settings = await listOrRead(context, 'site_settings', { query: {}, where: [] }).catch(() => null);
  const values: Record<string, unknown> | undefined = settings?.body;
  const names = nameFields.map((field) => values?.[field]);
  return names.find((value): value is string => typeof value === 'string' && value !== '') ?? name;
}

function isLocal(origin: string): boolean {
  return new URL(origin).hostname === 'localhost';
}
