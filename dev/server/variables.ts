import { type Config, readConfig, type Variables } from '../../src/core/settings/config.ts';
import { freePort } from '../embedded/mongod/instance.ts';

/** Defaults for development: only this machine can connect, and logs are quiet. */
const defaults = {
  HOST: '127.0.0.1',
  PORT: '3000',
  DRAIN_SECONDS: '0',
  OPS_DETAILS: 'on',
  LOG_LEVEL: 'warn',
  // Only a developer and their scripts send requests in development.
  RATE_READ: '100000',
  RATE_WRITE: '100000',
  RATE_VOTE: '100000',
  RATE_ANONYMOUS: '100000',
  SIGN_IN_HINT: 'The email and password are in the terminal of npm run dev.',
  WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8,::1/128',
};

/** Placeholders for servers that haven't started, so that all other settings can be checked first. */
const mongodbToCome = { MONGODB_URI: 'mongodb://embedded' };
const storeToCome = {
  S3_ENDPOINT: 'http://embedded',
  S3_BUCKET: 'embedded',
  S3_ACCESS_KEY: 'embedded',
  S3_SECRET_KEY: 'embedded',
};

/** The validated settings, and which servers `npm run dev` starts itself. */
export interface DevSettings {
  config: Config;
  needsMongodb: boolean;
  needsStore: boolean;
}

/** Reads the environment of `npm run dev`. @throws Error with the first invalid variable */
export async function readDevSettings(env: Variables, appSecret: string): Promise<DevSettings> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  if (given['PORT'] === '0') given['PORT'] = String(await freePort(0));
  const needsMongodb = given['MONGODB_URI'] === undefined;
  const needsStore = given['S3_ENDPOINT'] === undefined;
  const config = readConfig({
    ...defaults,
    APP_SECRET: appSecret,
    ...(needsMongodb && mongodbToCome),
    ...(needsStore && storeToCome),
    ...given,
  });
  return { config, needsMongodb, needsStore };
}
