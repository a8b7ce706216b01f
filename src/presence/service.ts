import { type Answer, answer } from '../platform/http/answer.ts';
import type { MemberCall } from '../platform/http/dashboard-route.ts';
import { findPresent, notePresence, removePresence } from './repository.ts';
import type { Heartbeat, PresentList } from './schema.ts';

export { removePresenceOf } from './repository.ts';

/** Silence after which a person is believed gone, in milliseconds: three heartbeats. */
const silenceMs = 45_000;

/** Notes that the person has an item open, and answers who else has. */
export async function reportPresence(
  call: MemberCall,
  item: string,
  { state }: Heartbeat,
): Promise<PresentList> {
  const { db, now, person } = call;
  const name = person.name || person.email;
  await notePresence(db, {
    _id: idOf(call, item),
    item,
    person: { id: person.id, name },
    state,
    since: now,
    at: now,
  });
  const { data } = await listPresent(call);
  return { data: data.filter((present) => present.item === item) };
}

/** The item was closed. */
export async function endPresence(call: MemberCall, item: string): Promise<Answer<null>> {
  await removePresence(call.db, idOf(call, item));
  return answer(null, { status: 204 });
}

/** The others at work in the project, and their items. */
export async function listPresent({ db, now, person }: MemberCall): Promise<PresentList> {
  const found = await findPresent(db, new Date(now.getTime() - silenceMs));
  return {
    data: found
      .filter((present) => present.person.id !== person.id)
      .map(({ item, person: { id, name }, state, since }) => ({
        item,
        id,
        name,
        state,
        since: since.toISOString(),
      })),
  };
}

function idOf({ db, person }: MemberCall, item: string): string {
  return `${db.projectId}/${item}/${person.id}`;
}
