import { type Static, Type } from '@sinclair/typebox';
import { defaultBudgets } from './contract/limits.ts';
import { compile } from './platform/http/compile.ts';
import type { StorageSettings } from './platform/storage/settings.ts';

const Count = (fallback: number, minimum = 1) => Type.Integer({ minimum, default: fallback });
const Url = Type.String({ format: 'uri' });

/** Every variable that the service reads (contract, section 1); nothing else of the environment is kept. */
const Env = Type.Object({
  NODE_ENV: Type.String({ default: 'development' }),
  ROLE: Type.Union([Type.Literal('all'), Type.Literal('api'), Type.Literal('worker')], { default: 'all' }),
  HOST: Type.String({ default: '0.0.0.0' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 3000 }),
  OPS_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65535 })),
  BASE_URL: Type.Optional(Url),
  MONGODB_URI: Type.String({ pattern: '^mongodb(\\+srv)?://' }),
  MONGODB_DB: Type.String({ pattern: '^[A-Za-z0-9_-]{1,60}$', default: 'galley' }),
  S3_ENDPOINT: Url,
  S3_PUBLIC_ENDPOINT: Type.Optional(Url),
  S3_REGION: Type.String({ default: 'us-east-1' }),
  S3_BUCKET: Type.String({ minLength: 3 }),
  S3_PRIVATE_BUCKET: Type.Optional(Type.String({ minLength: 3 })),
  S3_ACCESS_KEY: Type.String({ minLength: 1 }),
  S3_SECRET_KEY: Type.String({ minLength: 1 }),
  S3_PUBLIC_URL: Type.Optional(Url),
  APP_SECRET: Type.String({ minLength: 32 }),
  TRUSTED_PROXY_HOPS: Count(0, 0),
  RATE_READ: Count(defaultBudgets.read),
  RATE_WRITE: Count(defaultBudgets.write),
  RATE_VOTE: Count(defaultBudgets.vote),
  WEBHOOK_ALLOWED_SUBNETS: Type.String({ default: '' }),
  WEBHOOK_TIMEOUT_MS: Count(10_000, 100),
  WEBHOOK_RETRY_SECONDS: Type.String({
    pattern: '^\\d+(\\.\\d+)?(,\\d+(\\.\\d+)?)*$',
    default: '10,60,300,900,3600',
  }),
  MAX_BODY_BYTES: Count(4 * 1024 * 1024, 1024),
  MAX_UPLOAD_BYTES: Count(100 * 1024 * 1024),
  LOG_LEVEL: Type.String({ pattern: '^(trace|debug|info|warn|error|fatal|silent)$', default: 'info' }),
});

/** Only with NODE_ENV=test: tests move the clock and shorten windows. */
const TestEnv = Type.Object({
  CLOCK_OFFSET_MS: Type.Integer({ default: 0 }),
  RATE_WINDOW_SECONDS: Count(60),
  LEASE_SECONDS: Count(15),
});

export type Config = Readonly<Static<typeof Env> & Static<typeof TestEnv>>;
export type Variables = Readonly<Record<string, string | undefined>>;

const All = Type.Composite([Env, TestEnv]);
const isEnv = compile(All, 'text');

/** Reads the environment once, at start. @throws Error naming the first variable that is missing or malformed. */
export function readConfig(env: Variables): Config {
  const testOnly = Object.keys(TestEnv.properties);
  const names = Object.keys(All.properties).filter(
    (name) => env['NODE_ENV'] === 'test' || !testOnly.includes(name),
  );
  const values: unknown = Object.fromEntries(
    names.flatMap((name) => (env[name] === undefined || env[name] === '' ? [] : [[name, env[name]]])),
  );
  if (isEnv(values)) return Object.freeze(values);
  const [first] = isEnv.errors ?? [];
  const missing = first?.keyword === 'required' ? String(first.params['missingProperty']) : null;
  if (missing !== null)
    throw new Error(`The variable ${missing} is missing. The README lists what the service needs.`);
  throw new Error(`The variable ${first?.instancePath.slice(1)} ${first?.message}.`);
}

/** The address under which clients reach the service, without a slash at its end. */
export function baseUrlOf(config: Config): string {
  return (config.BASE_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, '');
}

/** The object storage as its part of the platform wants it told. */
export function storageSettingsOf(config: Config): StorageSettings {
  const endpoint = new URL(config.S3_ENDPOINT).origin;
  const publicEndpoint = new URL(config.S3_PUBLIC_ENDPOINT ?? endpoint).origin;
  return {
    endpoint,
    publicEndpoint,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET,
    privateBucket: config.S3_PRIVATE_BUCKET ?? `${config.S3_BUCKET}-private`,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    publicUrl: config.S3_PUBLIC_URL ?? `${publicEndpoint}/${config.S3_BUCKET}`,
  };
}
