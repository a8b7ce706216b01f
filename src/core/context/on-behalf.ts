import { actorOf, type Caller, type ProjectContext } from './request-context.ts';
import { originOf } from '../util/origin.ts';

/** Returns the context for another caller, limited to the rows of that caller's grant. */
export function onBehalfOf(context: ProjectContext, caller: Caller, requestId: string): ProjectContext {
  const actor = actorOf(caller);
  const db = context.db.grantedTo(caller.grant, context.project.defaultReleaseId);
  return { ...context, db, caller, actor, origin: originOf(actor, requestId) };
}
