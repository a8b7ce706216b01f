import { dayMs } from '../../contract/time.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import { type MemberContext, respond, type RouteResponse } from '../../core/http/index.ts';
import { beginDemo, findDemo } from './repository.ts';
import type { DemoContent, DemoRecord } from './schema.ts';

const reportDays = 7;

/** Starts loading the demo content in the background. Existing demo content is not changed. */
export async function startDemo({ db, person, now }: MemberContext): Promise<RouteResponse<DemoContent>> {
  const record: DemoRecord = {
    ...{ _id: db.projectId, status: 'running', progress: 0, reason: null },
    created_by: { id: person.id, name: person.name || person.email },
    ...{ holder: null, held_until: now, turn_at: now, tries: 0 },
    expires_at: new Date(now.getTime() + reportDays * dayMs),
  };
  const isNew = await beginDemo(db, record);
  return respond(serialize(isNew ? record : await findDemo(db)), { status: 202 });
}

export async function readDemo({ db }: ProjectContext): Promise<DemoContent> {
  return serialize(await findDemo(db));
}

function serialize(record: DemoRecord | null): DemoContent {
  if (record === null) return { demo: null };
  const { status, progress, reason } = record;
  return { demo: { status, progress, reason } };
}
