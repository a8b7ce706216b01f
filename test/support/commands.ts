import { BSON, type CommandStartedEvent, type CommandSucceededEvent, type MongoClient } from 'mongodb';
import { backgroundDone } from '../../src/core/util/async/background.ts';
import { clientOf } from '../../src/core/mongo/connection/database.ts';
import type { SystemDb } from '../../src/core/mongo/scope/handle.ts';

/** A command that the service sent to the database, by its name and collection: `find entries`. */
export type Command = string;

/** Runs some work and lists the commands that the client sent meanwhile, without those that store counts of usage. */
export async function commandsOf(client: MongoClient, work: () => Promise<unknown>): Promise<Command[]> {
  await backgroundDone();
  return withoutUsage(await allCommandsOf(client, work));
}

/** Runs some work and lists all commands that the client sent meanwhile. */
export async function allCommandsOf(client: MongoClient, work: () => Promise<unknown>): Promise<Command[]> {
  const seen: Command[] = [];
  const note = ({ commandName, command }: CommandStartedEvent) => {
    if (isAsked(commandName)) seen.push(`${commandName} ${String(command[commandName])}`);
  };
  client.on('commandStarted', note);
  try {
    await work();
  } finally {
    client.off('commandStarted', note);
  }
  return seen;
}

/** A process stores what it counted of all projects some seconds later, beside whatever it does then. */
function withoutUsage(commands: Command[]): Command[] {
  const storedAt = commands.indexOf('update usage_days');
  const readAt = commands.lastIndexOf('find projects', storedAt);
  return storedAt < 0 ? commands : commands.filter((_command, i) => i !== storedAt && i !== readAt);
}

/** The same for the client of a service. */
export function commandsOfService(system: SystemDb, work: () => Promise<unknown>): Promise<Command[]> {
  return commandsOf(clientOf(system), work);
}

/** Runs some work and counts the bytes that the database answered meanwhile. */
export async function bytesReadBy<T>(
  client: MongoClient,
  work: () => Promise<T>,
): Promise<{ result: T; bytes: number }> {
  let bytes = 0;
  const note = ({ commandName, reply }: CommandSucceededEvent) => {
    if (isAsked(commandName)) bytes += BSON.calculateObjectSize(reply as BSON.Document);
  };
  client.on('commandSucceeded', note);
  try {
    const result = await work();
    return { result, bytes };
  } finally {
    client.off('commandSucceeded', note);
  }
}

/** The driver's own talk is nobody's cost. */
function isAsked(commandName: string): boolean {
  return !['hello', 'ping', 'endSessions', 'killCursors'].includes(commandName);
}
