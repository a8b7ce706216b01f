import {
  baseUrlOf,
  boundsOf,
  type Config,
  imageServiceOf,
  InvalidSettings,
  isThisMachine,
  readConfig,
  readToolConfig,
  settingErrorText,
  storageSettingsOf,
  type Variables,
} from '../../../core/settings/index.ts';
import { checkIssuer, findSealedToken } from '../../../accounts/index.ts';
import { nodeVersionError } from '../../../node-version.ts';
import { SealedBox, serviceVersion, systemClock } from '../../../core/util/index.ts';
import {
  clockOffsetIssue,
  connect,
  DatabaseClock,
  type DatabaseDeclaration,
  databaseName,
  ensureCollections,
  findNewerBuild,
  missingParts,
  serverVersion,
  type SystemDb,
} from '../../../core/mongo/index.ts';
import {
  type BucketError,
  checkBuckets,
  setUpBuckets,
  setUpRights,
  type SetUpStep,
} from '../../../core/storage/index.ts';
import type { Assembly } from '../../../server/index.ts';
import type { CommandRun } from '../../command.ts';
import { accessFindings, httpsFindings } from './access-check.ts';
import { bad, type Finding, good, messageOf } from './finding.ts';
import { backupFinding } from './backup-check.ts';
import { machineFinding, thisMachine } from './machine-check.ts';
import { mailFinding } from './mail-check.ts';
import { imageFinding } from './image-check.ts';
import { rowFindings } from './rows-check.ts';
import { textFinding } from './text-check.ts';
import { upgradeFinding } from './upgrade.ts';

/** The repairs that `galley doctor` is asked for. */
export interface Fixes {
  fixBucket?: true;
  fixIndexes?: true;
  fixRows?: true;
  /** Describes the upgrade to this version. */
  beforeUpgrade?: true;
}

/** The embedded MongoDB of development may be 6.0 (specification: embedded-mongodb). */
const oldestMongodb = { production: 7, development: 6 };

/** Checks everything that the service needs, as far as one error doesn't hide the next. Never throws. */
export async function examine(run: CommandRun, fixes: Fixes): Promise<Finding[]> {
  const first = [
    good('galley', `Galley ${serviceVersion}.`),
    nodeFinding(process.versions.node),
    machineFinding(thisMachine()),
  ];
  const variables = await resultOf(() => run.variables());
  if (variables instanceof Error) {
    const settingsResult = await resultOf(async () =>
      readConfig({ ...run.environment, MONGODB_URI: 'mongodb://none' }),
    );
    return [
      ...first,
      bad('settings', variables.message),
      ...(settingsResult instanceof Error ? settingFindings(settingsResult) : []),
    ];
  }
  const { values, source } = variables;
  const config = await resultOf(async () => readConfig(values));
  return [
    ...first,
    ...(config instanceof Error
      ? settingFindings(config)
      : [good('settings', `From ${source}.`), ...httpsFindings(config), ...proxyFindings(config)]),
    ...(await databaseFindings(values, run.assembly, fixes, config)),
    ...(config instanceof Error ? [] : await storageFindings(config, fixes)),
    ...(config instanceof Error ? [] : await imageFindings(config)),
    ...(config instanceof Error ? [] : await issuerFindings(config)),
  ];
}

/** Galley itself doesn't serve TLS. With an https base URL, a proxy forwards requests and their addresses. */
function proxyFindings(config: Config): Finding[] {
  if (config.TRUSTED_PROXY_HOPS > 0 || !baseUrlOf(config).startsWith('https:')) return [];
  const why =
    'BASE_URL is https, so a proxy stands in front; with TRUSTED_PROXY_HOPS=0 all visitors share its address.';
  return [{ name: 'proxy', ok: true, why, fix: 'Set TRUSTED_PROXY_HOPS to the number of proxies.' }];
}

/** One finding for each invalid setting. */
function settingFindings(error: Error): Finding[] {
  if (!(error instanceof InvalidSettings)) return [bad('settings', error.message)];
  return error.errors.map((versionError) => bad('settings', settingErrorText(versionError)));
}

/** Checks whether this version of Node runs the service. */
export function nodeFinding(version: string): Finding {
  const versionError = nodeVersionError(version);
  return versionError === null ? good('node', `Node ${version}.`) : bad('node', versionError);
}

async function databaseFindings(
  values: Variables,
  { declared, localeSweeps: sweeps }: Assembly,
  fixes: Fixes,
  serviceConfig: Config | Error,
): Promise<Finding[]> {
  const config = await resultOf(async () => readToolConfig(values));
  if (config instanceof Error) return []; // the findings about settings name the variable
  const system = await resultOf(() => connect(config.MONGODB_URI, config.MONGODB_DB));
  if (system instanceof Error) return [bad('database', system.message)];
  try {
    return [
      await versionFinding(system),
      await clockFinding(system),
      ...(await schemaFindings(system, declared, fixes)),
      ...(config.APP_SECRET === undefined
        ? []
        : [await secretFinding(system, config.APP_SECRET, config.APP_SECRET_PREVIOUS)]),
      ...(await accessFindings(system, boundsOf(config).signIn, systemClock().now())),
      await textFinding(system),
      ...(await rowFindings(system, { sweeps, fixRows: fixes.fixRows === true, now: systemClock().now() })),
      ...(serviceConfig instanceof Error ? [] : [await backupFinding(system, serviceConfig)]),
      ...(config.SMTP_URL === undefined ? [] : [await mailFinding(system)]),
    ];
  } catch (error) {
    return [bad('database', messageOf(error))];
  } finally {
    await system.close();
  }
}

async function versionFinding(system: SystemDb): Promise<Finding> {
  const version = await serverVersion(system);
  return mongodbFinding(version, databaseName(system));
}

/** Rates the version of MongoDB: too old, enough for development, or supported in production. */
export function mongodbFinding(version: string, database: string): Finding {
  const why = `MongoDB ${version}, database "${database}".`;
  const major = Number.parseInt(version, 10);
  if (major >= oldestMongodb.production) return good('database', why);
  const fix = 'Production supports MongoDB 7.0 and 8.x.';
  if (major >= oldestMongodb.development) return { ...good('database', why), fix };
  return bad('database', `${why} It is too old.`, fix);
}

async function clockFinding(system: SystemDb): Promise<Finding> {
  const clock = new DatabaseClock(system);
  await clock.measure();
  return clockOffsetFinding(clock.offsetMs);
}

/** Rates the offset of this machine's clock from the database's. */
export function clockOffsetFinding(offsetMs: number): Finding {
  const issue = clockOffsetIssue(offsetMs);
  if (issue !== null) return bad('clock', issue);
  return good('clock', "This machine's clock agrees with the database's within two seconds.");
}

/** Missing indexes are no error before an upgrade, because the upgrade creates them. */
async function schemaFindings(
  system: SystemDb,
  declared: DatabaseDeclaration,
  fixes: Fixes,
): Promise<Finding[]> {
  const { beforeUpgrade = false, fixIndexes = false } = fixes;
  const parts = !beforeUpgrade || fixIndexes ? [await partsFinding(system, declared, fixes)] : [];
  return beforeUpgrade ? [...parts, await upgradeFinding(system, declared)] : parts;
}

async function partsFinding(
  system: SystemDb,
  declared: DatabaseDeclaration,
  { fixIndexes }: Fixes,
): Promise<Finding> {
  const newerBuild = await findNewerBuild(system, declared);
  if (newerBuild !== null) return good('indexes', newerBuild);
  const { collections } = declared;
  if (fixIndexes === true) await ensureCollections(system, collections);
  const missingNames = await missingParts(system, collections);
  if (missingNames.length === 0)
    return good('indexes', `All ${collections.length} collections have their indexes.`);
  return bad(
    'indexes',
    `Missing: ${missingNames.join('; ')}.`,
    'Start the service once, or run: galley doctor --fix-indexes',
  );
}

async function secretFinding(system: SystemDb, secret: string, previous?: string): Promise<Finding> {
  const sealed = await findSealedToken(system);
  if (sealed === null) return good('secret', 'This database has no values encrypted with APP_SECRET yet.');
  const decryption = await resultOf(async () => new SealedBox(secret, previous).open(sealed));
  if (!(decryption instanceof Error))
    return good('secret', 'APP_SECRET decrypts the values in this database.');
  return bad(
    'secret',
    'APP_SECRET differs from the secret that encrypted the keys in this database.',
    'Set the secret with which the service was first started.',
  );
}

async function storageFindings(config: Config, { fixBucket }: Fixes): Promise<Finding[]> {
  const settings = storageSettingsOf(config);
  const setUpFindings = fixBucket === true ? [setUpFinding(await setUpBuckets(settings))] : [];
  const bucketErrors = await checkBuckets(settings, systemClock().now());
  // Inside of a container, localhost is not the browser's localhost.
  const isUnreachableHere = ({ code }: BucketError) =>
    code === 'public_url_silent' && isThisMachine(settings.publicUrl);
  const isWell = bucketErrors.every(isUnreachableHere);
  const wellText = `Uploads, reads and removals work in "${settings.bucket}" and "${settings.privateBucket}".`;
  const why = [...(isWell ? [wellText] : []), ...bucketErrors.map(({ message }) => message)];
  return [...setUpFindings, { name: 'storage', ok: isWell, why: why.join(' '), fix: '' }];
}

/** Checks that each issuer responds; no findings without issuers. */
function issuerFindings({ issuers }: Config): Promise<Finding[]> {
  const now = systemClock().now();
  return Promise.all(
    issuers.list.map(async (issuer) => ({
      name: `issuer ${issuer.name}`,
      ...(await checkIssuer(issuer, issuers, now)),
      fix: '',
    })),
  );
}

/** Checks the image service; no finding if there is none. */
async function imageFindings(config: Config): Promise<Finding[]> {
  const service = imageServiceOf(config);
  if (service === null) return [];
  return [await imageFinding(service, storageSettingsOf(config), systemClock().now())];
}

/** The result of --fix-bucket. A step that the store rejected is bad, even if files work without it. */
function setUpFinding(steps: readonly SetUpStep[]): Finding {
  const stepsWith = (outcome: SetUpStep['outcome']) =>
    steps
      .filter((step) => step.outcome === outcome)
      .map(({ bucket, step, reason }) => `${step} of "${bucket}"${reason === '' ? '' : ` (${reason})`}`);
  const [doneSteps, unsupportedSteps, rejectedSteps] = [
    stepsWith('done'),
    stepsWith('unknown'),
    stepsWith('refused'),
  ];
  const sentences = [
    doneSteps.length === 0 ? 'No changes were necessary.' : `Set: ${doneSteps.join(', ')}.`,
    ...(unsupportedSteps.length === 0
      ? []
      : [
          `The storage has no setting for ${unsupportedSteps.join(', ')}. This is not an error: the next line shows who can read, and MinIO, which has no setting for cors, accepts uploads from every page.`,
        ]),
  ];
  if (rejectedSteps.length === 0) return good('buckets', sentences.join(' '));
  return bad(
    'buckets',
    [
      ...sentences.slice(doneSteps.length === 0 ? 1 : 0),
      `The storage rejected: ${rejectedSteps.join(', ')}.`,
    ].join(' '),
    `--fix-bucket needs ${setUpRights.join(', ')} on both buckets. Grant them while the command runs, or configure the store yourself and omit --fix-bucket.`,
  );
}

async function resultOf<T>(work: () => Promise<T>): Promise<T | Error> {
  try {
    return await work();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
