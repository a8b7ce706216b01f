import { MongoClient, type MongoClientOptions } from 'mongodb';

/** Time to find a server and to get an answer, in milliseconds: a dead database is a 503 within 5 s. */
const waitMs = 4_000;

/** Defaults for options that MONGODB_URI omits. Options in the URI win, so an operator can tune them. */
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

/** What is wrong with the database's address; names the variable and never the address, which may hold a password. */
export class BadAddress extends Error {
  /** What is wrong, as the end of "The variable MONGODB_URI ...". */
  readonly fault: string;

  constructor(fault: string) {
    super(`The variable MONGODB_URI ${fault}`);
    this.name = 'BadAddress';
    this.fault = fault;
  }
}

/**
 * A client that has not connected yet, with the options of the address and our own for the rest.
 * @throws BadAddress when `uri` is malformed, or asks for less than reads and writes of the service rest on
 */
export function openClient(uri: string): MongoClient {
  const client = makeClient(uri);
  const weak = weaknesses(client.options);
  if (weak.length === 0) return client;
  throw new BadAddress(`must not ask for ${weak.join(', nor for ')}. Leave it out of the address.`);
}

/** The servers that the address names, without user and password. @throws BadAddress when `uri` is malformed */
export function hostsOf(uri: string): string {
  const { srvHost, hosts } = makeClient(uri).options;
  return srvHost ?? hosts.map(String).join(', ');
}

/** What is wrong with the address, as the end of "The variable MONGODB_URI ..."; null when it can be tried. */
export function addressError(uri: string): string | null {
  try {
    openClient(uri);
    return null;
  } catch (error) {
    if (error instanceof BadAddress) return error.fault;
    throw error;
  }
}

function makeClient(uri: string): MongoClient {
  const query = uri.includes('?') ? uri.slice(uri.indexOf('?') + 1) : '';
  const named = new Set([...new URLSearchParams(query).keys()].map((name) => name.toLowerCase()));
  const silent = Object.entries(defaults).filter(([name]) => !named.has(name.toLowerCase()));
  try {
    return new MongoClient(uri, {
      ...Object.fromEntries(silent),
      ignoreUndefined: true,
      enableUtf8Validation: false, // it looks at each character in JavaScript, and the driver itself wrote them
      monitorCommands: true, // the metrics measure database time
    });
  } catch (error) {
    throw new BadAddress(`is malformed: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** What the driver made of the address, and why the service cannot live with it. */
function weaknesses({ readPreference, writeConcern, readConcern }: MongoClient['options']): string[] {
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
      : [`w=${String(w)} (only w=majority keeps what was answered when another member becomes primary)`]),
    ...(level === 'majority'
      ? []
      : [
          `readConcernLevel=${level} (only majority shows nothing that is lost when another member becomes primary)`,
        ]),
  ];
}
