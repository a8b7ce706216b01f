import { collections } from '../collections.ts';
import { type Config, readConfig, readToolConfig, type Variables } from '../config.ts';
import { storageSettingsOf } from '../storage-config.ts';
import { findSealedToken } from '../keys/service.ts';
import { systemClock } from '../platform/clock.ts';
import { connect } from '../platform/mongo/connect.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import { ensureCollections, missingParts } from '../platform/mongo/set-up.ts';
import { serviceVersion } from '../platform/service-version.ts';
import { SealedBox } from '../platform/sealed-box.ts';
import { checkBuckets } from '../platform/storage/bucket-check.ts';
import { setUpBuckets } from '../platform/storage/bucket-setup.ts';
import type { Run } from './command.ts';

/** One thing that was looked at. */
export interface Finding {
  name: string;
  ok: boolean;
  /** What was found. */
  why: string;
  /** What to do about it; empty when it is well, or when `why` says it. */
  fix: string;
}

/** What may be mended on the way. */
export interface Fixes {
  fixBucket?: true;
  fixIndexes?: true;
}

const nodeMin = [20, 19] as const;
const mongodbMin = 7;

/** Looks at everything that the service needs, as far as one thing does not hide the next. Throws nothing. */
export async function examine(run: Run, fixes: Fixes): Promise<Finding[]> {
  const first = [good('galley', `Galley ${serviceVersion}.`), nodeFinding(process.versions.node)];
  const found = await tried(() => run.variables());
  if (found instanceof Error) return [...first, bad('settings', found.message)];
  const { values, source } = found;
  const config = await tried(async () => readConfig(values));
  return [
    ...first,
    config instanceof Error ? bad('settings', config.message) : good('settings', `From ${source}.`),
    ...(await databaseFindings(values, fixes)),
    ...(config instanceof Error ? [] : await storageFindings(config, fixes)),
  ];
}

/** Says whether this Node runs the service. */
export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > nodeMin[0] || (major === nodeMin[0] && minor >= nodeMin[1]);
  if (isEnough) return good('node', `Node ${version}.`);
  return bad('node', `Node ${version} is too old.`, `Install Node ${nodeMin.join('.')} or newer.`);
}

async function databaseFindings(values: Variables, fixes: Fixes): Promise<Finding[]> {
  const config = await tried(async () => readToolConfig(values));
  if (config instanceof Error) return []; // the settings' own finding names the variable
  const system = await tried(() => connect(config.MONGODB_URI, config.MONGODB_DB));
  if (system instanceof Error) return [bad('database', system.message)];
  try {
    return [
      await versionFinding(system),
      await partsFinding(system, fixes),
      ...(config.APP_SECRET === undefined ? [] : [await secretFinding(system, config.APP_SECRET)]),
    ];
  } catch (error) {
    return [bad('database', messageOf(error))];
  } finally {
    await system.client.close();
  }
}

async function versionFinding({ db, client }: SystemDb): Promise<Finding> {
  const { version = '' } = (await client.db('admin').command({ buildInfo: 1 })) as { version?: string };
  const name = `MongoDB ${version}, database "${db.databaseName}".`;
  if (Number.parseInt(version, 10) >= mongodbMin) return good('database', name);
  return bad('database', `${name} It is too old.`, `Use MongoDB ${mongodbMin}.0 or newer.`);
}

async function partsFinding(system: SystemDb, { fixIndexes }: Fixes): Promise<Finding> {
  if (fixIndexes === true) await ensureCollections(system, collections);
  const missing = await missingParts(system, collections);
  if (missing.length === 0) return good('indexes', `All ${collections.length} collections have theirs.`);
  return bad(
    'indexes',
    `Missing: ${missing.join('; ')}.`,
    'Start the service once, or run: galley doctor --fix-indexes',
  );
}

async function secretFinding(system: SystemDb, secret: string): Promise<Finding> {
  const sealed = await findSealedToken(system);
  if (sealed === null) return good('secret', 'APP_SECRET has sealed nothing in this database yet.');
  const opened = await tried(async () => new SealedBox(secret).open(sealed));
  if (!(opened instanceof Error)) return good('secret', 'APP_SECRET opens what this database holds.');
  return bad(
    'secret',
    'APP_SECRET is not the one that sealed the keys in this database.',
    'Set the one that the service was first started with.',
  );
}

async function storageFindings(config: Config, { fixBucket }: Fixes): Promise<Finding[]> {
  const settings = storageSettingsOf(config);
  const steps = fixBucket === true ? await setUpBuckets(settings) : [];
  const refused = steps.filter(({ outcome }) => outcome === 'refused');
  const notes = refused.map(
    ({ bucket, step, reason }) => `The store refused "${step}" of bucket "${bucket}" (${reason}).`,
  );
  const fault = await checkBuckets(settings, systemClock().now());
  const why =
    fault?.message ??
    `Uploads, reads and removals work in "${settings.bucket}" and "${settings.privateBucket}".`;
  return [{ name: 'storage', ok: fault === null, why: [why, ...notes].join(' '), fix: '' }];
}

function good(name: string, why: string): Finding {
  return { name, ok: true, why, fix: '' };
}

function bad(name: string, why: string, fix = ''): Finding {
  return { name, ok: false, why, fix };
}

async function tried<T>(work: () => Promise<T>): Promise<T | Error> {
  try {
    return await work();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
