import type { RunWrite, WriteContext } from '../../context/write-context.ts';
import type { Audits, Method } from '../pipeline/route.ts';

/** The audit entries that a route declares. */
interface Declared {
  method: Method;
  path: string;
  audits?: Audits;
}

/**
 * The call of a request, held to the audit entries that its route declares; on in tests. What the service does beside
 * it by itself (dates that have come) is its own.
 */
export function auditChecked<C extends Pick<WriteContext, 'runWrite'>>(
  context: C,
  { method, path, audits }: Declared,
): C {
  const named: readonly string[] =
    audits === undefined || typeof audits === 'string' ? [audits ?? ''] : 'none' in audits ? [] : audits;
  const runWrite: RunWrite = (writer, work) =>
    context.runWrite(writer, async (tx) => {
      const outcome = await work(tx);
      const strange = outcome.audit.find(({ action }) => !named.includes(action));
      if (strange === undefined || writer.actor.kind === 'job') return outcome;
      throw new Error(`${method} ${path} left ${strange.action}, which its "audits" do not name`);
    });
  return { ...context, runWrite };
}
