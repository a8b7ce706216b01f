import type { BlockList } from 'node:net';
import { type Static, type TObject, Type } from '@sinclair/typebox';
import { defaultBudgets, defaultBulkItems, defaultProjectFactor, limits } from '../../contract/limits.ts';
import { backupVariables } from './variables/backups.ts';
import { heldVariables } from './variables/held-connections.ts';
import { imageServiceVariables } from './variables/image-service.ts';
import { accessBoundNames, accessBoundsOf, auditVariables } from './variables/audit.ts';
import type { Bounds } from '../util/json/bounds.ts';
import { type Check, compile } from '../http/query/compile.ts';
import type { ResponseBounds } from '../http/response/response-memory.ts';
import { requestTimeMs } from '../http/pipeline/request-deadline.ts';
import { parseSubnets } from '../outbound/address-guard.ts';
import type { Issuers } from '../util/issuers.ts';
import { readIssuers } from './variables/issuers.ts';
import { mailVariables } from './variables/mail.ts';
import { projectCreationOf, projectCreationVariables } from './variables/project-creation.ts';
import { signInBoundNames, signInBoundsOf, signInVariables } from './variables/sign-in.ts';
import { limitVariables, projectLimitsOf, variableOfLimit } from './variables/project-limits.ts';
import { formErrors, InvalidSettings, type SettingError } from './setting-errors.ts';
import { valueOf } from './previous-names.ts';
import { exampleSecretErrors, portErrors, valueErrors } from './setting-rules.ts';

/** Describes the valid values of a variable, where the validator's own message would not help. */
const withDescription = (description: string) => ({ description });

const Count = (fallback: number, minimum = 1) => Type.Integer({ minimum, default: fallback });
const OnOff = (fallback: 'on' | 'off') =>
  Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: fallback,
    ...withDescription('on or off'),
  });
const Url = Type.String({ format: 'uri', ...withDescription('an address such as https://example.com') });

/** Every variable that the service reads (specification: settings). All others are ignored. */
const Env = Type.Object({
  NODE_ENV: Type.String({ default: 'development' }),
  ROLE: Type.Union([Type.Literal('all'), Type.Literal('api'), Type.Literal('worker')], {
    default: 'all',
    ...withDescription('all, api or worker'),
  }),
  HOST: Type.String({ default: '0.0.0.0' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 3000 }),
  /** Seconds that a process continues to serve after SIGTERM, while load balancers notice. */
  DRAIN_SECONDS: Count(5, 0),
  OPS_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65535 })),
  OPS_DETAILS: OnOff('off'),
  BASE_URL: Type.Optional(Url),
  MONGODB_URI: Type.String({
    pattern: '^mongodb(\\+srv)?://',
    ...withDescription('an address that begins with mongodb:// or mongodb+srv://'),
  }),
  MONGODB_DB: Type.String({
    pattern: '^[A-Za-z0-9_-]{1,60}$',
    default: 'galley',
    ...withDescription('1 to 60 letters, digits, "_" and "-"'),
  }),
  S3_ENDPOINT: Url,
  S3_PUBLIC_ENDPOINT: Type.Optional(Url),
  S3_REGION: Type.String({ default: 'us-east-1' }),
  S3_BUCKET: Type.String({ minLength: 3 }),
  S3_PRIVATE_BUCKET: Type.Optional(Type.String({ minLength: 3 })),
  S3_UPLOAD_ONCE: OnOff('on'),
  S3_ACCESS_KEY: Type.String({ minLength: 1 }),
  S3_SECRET_KEY: Type.String({ minLength: 1 }),
  S3_PUBLIC_URL: Type.Optional(Url),
  ...backupVariables,
  ...imageServiceVariables,
  APP_SECRET: Type.String({ minLength: 32 }),
  /** Accepted too while the secret is exchanged. */
  APP_SECRET_PREVIOUS: Type.Optional(Type.String({ minLength: 32 })),
  TRUSTED_PROXY_HOPS: Count(0, 0),
  RATE_READ: Count(defaultBudgets.read),
  RATE_WRITE: Count(defaultBudgets.write),
  RATE_VOTE: Count(defaultBudgets.vote),
  RATE_PROJECT_FACTOR: Type.Number({ minimum: 1, default: defaultProjectFactor }),
  RATE_ANONYMOUS: Count(600),
  ...auditVariables,
  ...signInVariables,
  /** Shown below the form of the sign-in page. */
  SIGN_IN_HINT: Type.String({ maxLength: 200, default: '' }),
  /** Names of issuers. Each has its own variables (variables/issuers.ts). */
  OIDC_ISSUERS: Type.String({ default: '' }),
  WEBHOOK_ALLOWED_SUBNETS: Type.String({ default: '' }),
  /** Name servers for the hosts of receivers; empty for those of the system. */
  WEBHOOK_DNS_SERVERS: Type.String({
    pattern: '^([0-9a-fA-F.:[\\]]+(,[0-9a-fA-F.:[\\]]+)*)?$',
    default: '',
    ...withDescription('addresses of name servers, separated by commas: 192.0.2.53,192.0.2.54:5353'),
  }),
  WEBHOOK_TIMEOUT_MS: Count(limits.webhook_timeout_seconds * 1000, 100),
  /** Deliveries that a process sends at once: without slow ones, slow ones, and both of one project. */
  WEBHOOK_CONCURRENCY: Count(64),
  WEBHOOK_SLOW_CONCURRENCY: Count(512, 0),
  WEBHOOK_CONCURRENCY_PER_PROJECT: Count(8),
  WEBHOOK_RETRY_SECONDS: Type.String({
    pattern: '^\\d+(\\.\\d+)?(,\\d+(\\.\\d+)?)*$',
    default: limits.webhook_retry_seconds.join(','),
    ...withDescription('seconds, separated by commas'),
  }),
  ...mailVariables,
  MAX_BODY_BYTES: Count(4 * 1024 * 1024, 1024),
  /** Bytes of all bodies that are being read or processed. */
  BODY_BYTES_IN_FLIGHT_MAX: Count(64 * 1024 * 1024, 1024),
  /** Seconds to wait for more of a body before the request is dropped. */
  BODY_STALL_SECONDS: Count(5),
  MAX_CONNECTIONS: Count(10_000),
  MAX_UPLOAD_BYTES: Count(100 * 1024 * 1024),
  ...limitVariables,
  ...projectCreationVariables,
  /** Items of one bulk change, and bulk changes of different projects that a process runs at once. */
  MAX_BULK_ITEMS: Count(100_000),
  BULK_CONCURRENCY: Count(4),
  /** Operations of one request to `POST /v1/bulk`. */
  BULK_ITEMS_MAX: Type.Integer({ minimum: 1, maximum: 1_000, default: defaultBulkItems }),
  MAX_TRASH_ITEMS: Count(100_000),
  MAX_TRASH_FILE_BYTES: Count(100 * 1024 ** 3),
  VERSION_DAYS: Type.Integer({ minimum: 30, maximum: 36_500, default: 730 }),
  /** Saved views of a project's lists. */
  MAX_VIEWS: Count(500),
  /** Unindexed reads of one project in a process: running at once, and waiting. */
  EXPENSIVE_READS_AT_ONCE: Count(2),
  EXPENSIVE_READS_WAITING: Count(100, 0),
  IDEMPOTENCY_RESPONSE_BYTES: Count(64 * 1024, 1024),
  /** The largest response. Lists end early; other reads above it are rejected. */
  RESPONSE_BYTES_MAX: Count(16 * 1024 * 1024, 64 * 1024),
  /** Memory for large responses that are being built, and for all that are being sent. */
  RESPONSE_BYTES_IN_FLIGHT_MAX: Count(128 * 1024 * 1024, 1024 * 1024),
  /** Seconds that a client may stop reading a response before it is disconnected. */
  READER_STALL_SECONDS: Count(10),
  /** Memory for cached responses. */
  READ_CACHE_BYTES: Count(64 * 1024 * 1024, 1024),
  /** Memory for cached descriptions of projects. */
  DESCRIPTION_CACHE_BYTES: Count(32 * 1024 * 1024, 1024),
  ...heldVariables,
  LOG_LEVEL: Type.String({
    pattern: '^(trace|debug|info|warn|error|fatal|silent)$',
    default: 'info',
    ...withDescription('trace, debug, info, warn, error, fatal or silent'),
  }),
});

/**
 * Variables that apply only with NODE_ENV=test: tests move the clock, shorten windows, allow more time on a slow
 * machine, and replace the APIs of CDN vendors.
 */
const TestEnv = Type.Object({
  CLOCK_OFFSET_MS: Type.Integer({ default: 0 }),
  RATE_WINDOW_SECONDS: Count(60),
  LEASE_SECONDS: Count(15),
  /** Seconds between seals of the audit log. */
  AUDIT_SEAL_SECONDS: Count(60),
  /** Replaces the day between two backups. */
  BACKUP_INTERVAL_SECONDS: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Seconds between two e-mails with notifications, in place of an hour and a day. */
  DIGEST_SECONDS: Type.Optional(Type.Integer({ minimum: 1 })),
  WORK_TIME_MS: Count(requestTimeMs, 100),
  PURGE_FASTLY_URL: Type.Optional(Url),
  PURGE_CLOUDFLARE_URL: Type.Optional(Url),
});

export type Config = Readonly<Static<typeof Env> & Static<typeof TestEnv> & WithIssuers>;

/** Settings whose variables have the names of issuers in them. */
interface WithIssuers {
  issuers: Issuers;
}
export type Variables = Readonly<Record<string, string | undefined>>;

/** The schema of all variables, with forms and defaults. */
export const environment = Type.Composite([Env, TestEnv]);
const isEnv = compile(environment, 'text');

/**
 * Reads the environment, once at start.
 * @throws InvalidSettings that names each variable that is missing, malformed, in conflict with another, or a public
 * example secret
 */
export function readConfig(env: Variables): Config {
  return readVariables(environment, isEnv, env, (config, wrong) => {
    if (config.NODE_ENV === 'test') return [];
    const hasBaseUrl = !wrong.has('BASE_URL') && !wrong.has('PORT');
    return [...portErrors(config), ...(hasBaseUrl ? exampleSecretErrors(config, baseUrlOf(config)) : [])];
  });
}

/** The variables that `boundsOf` reads. */
const boundNames = [
  'RATE_READ',
  'RATE_WRITE',
  'RATE_VOTE',
  'RATE_PROJECT_FACTOR',
  'RATE_WINDOW_SECONDS',
  'MAX_BODY_BYTES',
  'MAX_UPLOAD_BYTES',
  ...Object.values(variableOfLimit),
  'MAX_BULK_ITEMS',
  'BULK_ITEMS_MAX',
  'MAX_VIEWS',
  'PROJECT_CREATION',
  'MAX_PROJECTS_PER_PERSON',
  ...accessBoundNames,
  ...signInBoundNames,
  'SIGN_IN_HINT',
  'SMTP_URL',
  'MAIL_FROM',
  'DIGEST_SECONDS',
  'RESPONSE_BYTES_MAX',
  'WEBHOOK_TIMEOUT_MS',
  'WEBHOOK_RETRY_SECONDS',
] as const;

/** The variables of the command line. It needs only the database; commands that encrypt also need `APP_SECRET`. */
const ToolEnv = Type.Composite([
  Type.Pick(environment, ['PORT', 'BASE_URL', 'MONGODB_URI', 'MONGODB_DB', 'CLOCK_OFFSET_MS', ...boundNames]),
  Type.Partial(Type.Pick(environment, ['APP_SECRET', 'APP_SECRET_PREVIOUS'])),
]);
export type ToolConfig = Readonly<Static<typeof ToolEnv> & WithIssuers>;

const isToolEnv = compile(ToolEnv, 'text');

/** Reads the variables of the command line. @throws InvalidSettings as `readConfig` does */
export function readToolConfig(env: Variables): ToolConfig {
  return readVariables(ToolEnv, isToolEnv, env, () => []);
}

/** The values of a schema's variables, frozen. @throws InvalidSettings with every error */
function readVariables<T extends TObject>(
  schema: T,
  check: Check<T>,
  env: Variables,
  more: (values: Static<T>, wrong: ReadonlySet<string>) => SettingError[],
): Readonly<Static<T> & WithIssuers> {
  const values = valuesIn(schema, env) as Static<T>;
  const { issuers, errors: issuerErrors } = readIssuers(env);
  const schemaErrors = check(values) ? [] : formErrors(schema, check.errors(values));
  const wrong = new Set(schemaErrors.map(({ variable }) => variable));
  const errors = [
    ...schemaErrors,
    ...valueErrors(values, wrong, issuers),
    ...issuerErrors,
    ...more(values, wrong),
  ];
  if (errors.length > 0) throw new InvalidSettings(errors);
  return Object.freeze({ ...values, issuers });
}

/** The schema's variables that are set in the environment. An empty variable counts as missing. */
function valuesIn(schema: TObject, env: Variables): unknown {
  const isTest = env['NODE_ENV'] === 'test';
  const names = Object.keys(schema.properties).filter((name) => isTest || !(name in TestEnv.properties));
  return Object.fromEntries(
    names.flatMap((name) => {
      // An empty SIGN_IN must not accept every method.
      const value = name === 'SIGN_IN' ? env[name] : valueOf(env, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The URL under which clients reach the service, without a trailing slash. */
export function baseUrlOf(config: Pick<Config, 'BASE_URL' | 'PORT'>): string {
  return (config.BASE_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, '');
}

/** The bounds that the operator sets, for request contexts. */
export function boundsOf(
  config: Pick<Config, (typeof boundNames)[number] | 'BASE_URL' | 'PORT' | 'issuers'>,
): Bounds {
  return {
    budgets: { read: config.RATE_READ, write: config.RATE_WRITE, vote: config.RATE_VOTE },
    projectFactor: config.RATE_PROJECT_FACTOR,
    windowSeconds: config.RATE_WINDOW_SECONDS,
    bodyBytesMax: config.MAX_BODY_BYTES,
    uploadBytesMax: config.MAX_UPLOAD_BYTES,
    perProject: projectLimitsOf(config),
    bulkItemsMax: config.MAX_BULK_ITEMS,
    bulkOperationsMax: config.BULK_ITEMS_MAX,
    viewsMax: config.MAX_VIEWS,
    projectCreation: projectCreationOf(config),
    ...accessBoundsOf(config),
    signIn: { ...signInBoundsOf(config, baseUrlOf(config)), issuers: config.issuers },
    signInHint: config.SIGN_IN_HINT,
    digestSeconds: config.DIGEST_SECONDS,
    sendsMail: config.SMTP_URL !== undefined,
    responseBytesMax: config.RESPONSE_BYTES_MAX,
    webhooks: {
      timeoutSeconds: config.WEBHOOK_TIMEOUT_MS / 1000,
      retrySeconds: config.WEBHOOK_RETRY_SECONDS.split(',').map(Number),
    },
  };
}

/** Bounds of responses and of their memory. */
export function responseBoundsOf(config: Config): ResponseBounds {
  return {
    maxBytes: config.RESPONSE_BYTES_MAX,
    memoryBytes: config.RESPONSE_BYTES_IN_FLIGHT_MAX,
    stallMs: config.READER_STALL_SECONDS * 1000,
    linesAtOnce: config.EXPENSIVE_READS_AT_ONCE,
  };
}

/** The limits of request bodies. */
export function bodyBoundsOf(config: Config) {
  return {
    maxBytes: config.MAX_BODY_BYTES,
    maxBytesInFlight: config.BODY_BYTES_IN_FLIGHT_MAX,
    stallMs: config.BODY_STALL_SECONDS * 1000,
  };
}

/** Special networks that webhook requests may reach. */
export const allowedSubnetsOf = (config: Config): BlockList => parseSubnets(config.WEBHOOK_ALLOWED_SUBNETS);
