import { actorOf, type Caller, type ProjectCall } from './call.ts';
import { originOf } from '../util/origin.ts';

/** The call on behalf of another caller, who meets what their grant gives. */
export function onBehalfOf(call: ProjectCall, caller: Caller, requestId: string): ProjectCall {
  const actor = actorOf(caller);
  const db = call.db.grantedTo(caller.grant, call.project.defaultReleaseId);
  return { ...call, db, caller, actor, origin: originOf(actor, requestId) };
}
