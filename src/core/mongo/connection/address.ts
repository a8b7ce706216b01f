import { MongoClient, type MongoClientOptions } from 'mongodb';

/** Milliseconds to find a server and to connect, so that an unreachable database causes a 503 within 5 s. */
const waitMs = 4_000;

/** Defaults for options that MONGODB_URI omits. Options in the URI take precedence, so an operator can tune them. */
const defaults = {
  appName: 'galley',
  serverSelectionTimeoutMS: waitMs,
  connectTimeoutMS: waitMs,
  socketTimeoutMS: 60_000,
  maxPoolSize: 40,
  waitQueueTimeoutMS: waitMs,
  retryWrites: true,
  w: 'majority',
  readConcernLevel: 'majority',
} as const satisfies MongoClientOptions;

/** An unusable MONGODB_URI. The message never contains the URI, which may include a password. */
export class BadAddress extends Error {
  /** The end of the sentence "The variable MONGODB_URI ...". */
  readonly predicate: string;

  constructor(predicate: string) {
    super(`The variable MONGODB_URI ${predicate}`);
    this.name = 'BadAddress';
    this.predicate = predicate;
  }
}

/**
 * Creates an unconnected client. Options in the URI override Galley's defaults.
 * @throws BadAddress if `uri` is malformed or its options are too weak
 */
export function openClient(uri: string): MongoClient {
  const client = createClient(uri);
  const issues = optionIssues(client.options);
  if (issues.length === 0) return client;
  throw new BadAddress(`must not set ${issues.join(' or ')}. Remove this from the URI.`);
}

/** Returns the hosts in the URI, without user and password. @throws BadAddress if `uri` is malformed */
export function hostsOf(uri: string): string {
  const { srvHost, hosts } = createClient(uri).options;
  return srvHost ?? hosts.map(String).join(', ');
}

/** Returns the end of the sentence "The variable MONGODB_URI ...", or null if the URI is usable. */
export function addressError(uri: string): string | null {
  try {
    openClient(uri);
    return null;
  } catch (error) {
    if (error instanceof BadAddress) return error.predicate;
    throw error;
  }
}

function createClient(uri: string): MongoClient {
  const query = uri.includes('?') ? uri.slice(uri.indexOf('?') + 1) : '';
  const sentOptions = new Set([...new URLSearchParams(query).keys()].map((name) => name.toLowerCase()));
  const missingDefaults = Object.entries(defaults).filter(([name]) => !sentOptions.has(name.toLowerCase()));
  try {
    return new MongoClient(uri, {
      ...Object.fromEntries(missingDefaults),
      ignoreUndefined: true,
      enableUtf8Validation: false, // costs JavaScript time per character, and the driver wrote all stored strings
      monitorCommands: true, // the metrics measure database time
    });
  } catch (error) {
    throw new BadAddress(`is malformed: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Lists the options in the URI that break the service's consistency, each with the reason. */
function optionIssues({ readPreference, writeConcern, readConcern }: MongoClient['options']): string[] {
  const { mode } = readPreference;
  const w = writeConcern?.w;
  const level = readConcern?.level;
  return [
    ...(mode === 'primary'
      ? []
      : [
          `readPreference=${mode} (a read could miss what was just written, and transactions read from the primary alone)`,
        ]),
    ...(w === 'majority'
      ? []
      : [`w=${String(w)} (only w=majority keeps confirmed writes when another member becomes primary)`]),
    ...(level === 'majority'
      ? []
      : [
          `readConcernLevel=${level} (only majority never returns data that is lost when another member becomes primary)`,
        ]),
  ];
}
