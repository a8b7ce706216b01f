import type { BSON } from 'mongodb';
import { clientOf } from '../../support/database.ts';
import { type Command, startMongoProxy } from './mongo-proxy.ts';
import type { Scene } from './scene.ts';

const statements = ['insert', 'update', 'findAndModify', 'delete', 'commitTransaction'];

/** A test that starts a process per statement needs minutes, and more on a busy machine. */
export const killsTimeoutMs = 3_600_000;

/**
 * Kills a process right before it sends the nth statement of a request to the database.
 * @param prepare - receives the URL of the process, and returns a function that sends the request
 * @returns false if the request was done before its nth statement
 * @throws Error with the output of the process if a request fails before the kill
 */
export async function killBeforeStatement(
  scene: Scene,
  nth: number,
  prepare: (url: string) => Promise<() => Promise<{ status: number }>>,
): Promise<boolean> {
  const proxy = await startMongoProxy();
  const victim = await scene.start({ MONGODB_URI: proxy.uri });
  const sessions = new Map<string, BSON.Document>();
  const failure = (cause: unknown) => {
    const { process: child, out, err } = victim.program;
    const end = child.exitCode ?? child.signalCode ?? 'none';
    return new Error(`A request failed before the kill. Exit code: ${String(end)}. ${out}${err}`, { cause });
  };
  const request = await prepare(victim.url).catch((error: unknown) => {
    throw failure(error);
  });

  let count = 0;
  let isKilled = false;
  const untilHeld = new Promise<true>((resolve) => {
    proxy.judge = ({ name, body }: Command) => {
      const session = body['lsid'] as BSON.Document | undefined;
      if (session !== undefined) sessions.set(String(session['id']), session);
      if (!statements.includes(name)) return 'pass';
      count += 1;
      if (count < nth) return 'pass';
      resolve(true);
      return 'hold';
    };
  });
  const attempt = request().then(
    ({ status }) => {
      if (status >= 400) throw failure(new Error(`Status ${String(status)}`));
      return false;
    },
    (error: unknown) => {
      if (!isKilled) throw failure(error);
      return true;
    },
  );
  const isHeld = await Promise.race([untilHeld, attempt]);
  isKilled = true;
  await victim.kill();
  await attempt;
  // MongoDB keeps the transaction of a killed process open for a minute.
  const killSessions = [...sessions.values()];
  await clientOf(scene.service.app.system).db('admin').command({ killSessions });
  return isHeld;
}
