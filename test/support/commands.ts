import type { CommandStartedEvent, MongoClient } from 'mongodb';

/** A command that the service sent to the database, by its name and collection: `find entries`. */
export type Command = string;

/** Runs some work and lists the commands that the client sent meanwhile. */
export async function commandsOf(client: MongoClient, work: () => Promise<unknown>): Promise<Command[]> {
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

/** The driver's own talk is nobody's cost. */
function isAsked(commandName: string): boolean {
  return !['hello', 'ping', 'endSessions', 'killCursors'].includes(commandName);
}
