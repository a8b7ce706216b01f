import { createClient, GalleyError } from 'galley-client';
import { locationOf } from './location';
import { addressOf } from './site';

type Linked = { slug: string } | null | undefined;
type Targets = ReadonlyMap<string, string>;

/** How long redirects are used before they are read again, in milliseconds. */
const freshMs = 10_000;
/** Redirects beyond this number are not read. */
const redirectsMax = 10_000;

let targetsInUse: Targets = new Map();
let readAt = -Infinity;
let reading: Promise<Targets> | null = null;

/** Returns the location that an old path moved to, by the entries of the type `redirect`, or null. */
export async function redirectTarget(path: string): Promise<string | null> {
  const isFirst = readAt === -Infinity;
  if (Date.now() - readAt > freshMs) reading ??= refresh();
  const targets = isFirst && reading !== null ? await reading : targetsInUse;
  const target = targets.get(path.replace(/\/+$/, ''));
  return target === undefined ? null : locationOf(target, addressOf(path));
}

/** Reads all redirects. If that fails, the site continues with those it has. */
async function refresh(): Promise<Targets> {
  try {
    targetsInUse = await readRedirects();
  } catch (error) {
    console.error('The redirects could not be read.', error);
  }
  readAt = Date.now();
  reading = null;
  return targetsInUse;
}

async function readRedirects(): Promise<Targets> {
  const targets = new Map<string, string>();
  const { GALLEY_URL: baseUrl = '', GALLEY_KEY: key = '' } = process.env;
  const redirects = createClient({ baseUrl, key }).content('redirect');
  try {
    for await (const { values } of redirects.list({ limit: 100 })) {
      const { from, to } = values;
      const article = pathOf('/blog/', values['blog_article'] as Linked);
      const target = article ?? pathOf('/help/', values['kb_article'] as Linked) ?? to;
      if (typeof from === 'string' && typeof target === 'string')
        targets.set(from.replace(/\/+$/, ''), target);
      if (targets.size === redirectsMax) break;
    }
  } catch (error) {
    if (!(error instanceof GalleyError) || error.status !== 404) throw error; // the project has no redirects
  }
  return targets;
}

function pathOf(folder: string, item: Linked): string | null {
  return item == null ? null : `${folder}${encodeURIComponent(item.slug)}`;
}
