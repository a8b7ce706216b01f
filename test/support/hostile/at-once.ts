import type { CommandStartedEvent, MongoClient } from 'mongodb';

/** Runs some work and answers how many commands were under way at once that read a project's rows of these collections, `by` something. */
export async function mostAtOnce<T>(
  client: MongoClient,
  { projectId, collections, by = '' }: { projectId: string; collections: readonly string[]; by?: string },
  work: () => Promise<T>,
): Promise<{ result: T; most: number }> {
  let most = 0;
  const reading = new Set<number>();
  const begun = ({ requestId, commandName, command }: CommandStartedEvent) => {
    const isRead = commandName === 'find' || commandName === 'aggregate';
    if (!isRead || !collections.includes(String(command[commandName]))) return;
    const text = JSON.stringify(command);
    if (!text.includes(projectId) || !text.includes(by)) return;
    reading.add(requestId);
    most = Math.max(most, reading.size);
  };
  const ended = ({ requestId }: { requestId: number }) => void reading.delete(requestId);
  client.on('commandStarted', begun).on('commandSucceeded', ended).on('commandFailed', ended);
  try {
    return { result: await work(), most };
  } finally {
    client.off('commandStarted', begun).off('commandSucceeded', ended).off('commandFailed', ended);
  }
}
