import {
  type AuditWriter,
  countProjectsCreatedBy,
  projectCreatedEntry,
  findProjectCreatedBy,
  newProject,
  storeProjectAudit,
  type ProjectRecord,
  writeSystem,
} from '../../projects/index.ts';
import { limitReached, apiError } from '../../contract/errors/api-error.ts';
import { mayCreateProjects, type ProjectCreation } from '../../contract/project-creation.ts';
import { createdKey } from '../keys/audited.ts';
import { insertKey } from '../keys/repository.ts';
import { type NewKey, newKey } from '../keys/service.ts';
import { serializeKey } from '../keys/serialize.ts';
import type { AccountContext, Person } from '../../core/http/index.ts';
import { counterOf } from '../../core/counters/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { storeProject } from './store.ts';
import { accountWriter } from '../sign-in/audited.ts';
import type { OpenProject } from '../sign-in/schema.ts';
import { requireSignedIn } from '../sign-in/session.ts';
import { auditedRole, giveRole } from '../users/membership.ts';
import { lockUser, findMemberships } from '../users/repository.ts';
import { isClosed } from '../users/sessions.ts';
import type { CreatedProject, CreateProject } from './schema.ts';

/** Requests of one person, successful or not. */
const creationLimit = { name: 'project_creation', points: 10, windowSeconds: 60 };

/** The keys that `galley key create` creates when only a purpose is given. */
const firstKeys = (['publishable', 'secret'] as const).map((purpose): NewKey => ({
  purpose,
  name: `${purpose} key`,
  origins: [],
  expiresInDays: null,
}));

/** Counts a request before its body is read. @throws rate_limited */
export async function admitCreation(context: AccountContext): Promise<void> {
  const counter = counterOf(context.system, creationLimit);
  const { isAdmitted, msLeft } = await counter.take(requireSignedIn(context).id);
  if (isAdmitted) return;
  const retryAfter = Math.max(1, Math.ceil(msLeft / 1_000));
  throw apiError('rate_limited', { budget: 'project', whose: 'person', retryAfter });
}

/**
 * Creates a project of the signed-in person with its first release and keys (specification:
 * project-creation). The transaction updates the person's row before it reads, so concurrent creations by
 * one person run one after another.
 * @throws project_creation_refused, limit_reached, invalid_field_value, not_signed_in, unknown_project
 */
export async function createOwnProject(
  context: AccountContext,
  sent: CreateProject,
): Promise<CreatedProject> {
  const { system, now, box, bounds } = context;
  const person = requireSignedIn(context);
  const { name, private_media: privateMedia = false, request_id } = sent;
  const madeBy = { user_id: person.id, request_id };
  const project = newProject({ name: name.trim(), privateMedia, madeBy }, now);
  const { keys_per_project_max: keysMax } = bounds.perProject;
  const keys = firstKeys
    .slice(0, keysMax) // the operator's limit can be one key
    .map((key) => newKey(key, { now, box }));
  const existing = await writeSystem(
    system,
    accountWriter(context),
    async ({ system: tx, continued, writer }) => {
      await lockPerson(tx, person);
      const previous = await findProjectCreatedBy(tx, person.id, request_id);
      if (previous !== null) return continued(await openExistingProject(tx, person, previous));
      await checkMayCreate(tx, person, bounds.projectCreation);
      await storeProject(tx, project);
      const db = tx.project(project._id);
      const member = await giveRole(db, person.id, { role: 'owner', now });
      for (const { record } of keys) await insertKey(db, record);
      const keyRows = keys.map(({ record }) => createdKey(record));
      await storeProjectAudit(
        db,
        [projectCreatedEntry(project), auditedRole(null, member), ...keyRows],
        writer,
      );
      return continued(null); // the row is in the project's log
    },
  );
  if (existing !== null) return { project: existing, keys: [] };
  return {
    project: serializeOpenProject(project, { role: 'owner' }),
    keys: keys.map(({ record, token }) => ({ key: serializeKey(record, box, []), token })),
  };
}

/**
 * Stores a project that a person fills with a copy, in the transaction that also notes it in the copy's row.
 * @throws project_creation_refused, limit_reached, not_signed_in
 */
export async function storeCopyOf(
  tx: SystemDb,
  project: ProjectRecord,
  { writer, projectCreation }: { writer: AuditWriter; projectCreation: ProjectCreation },
): Promise<void> {
  const person = { id: writer.actor.id };
  await lockPerson(tx, person);
  await checkMayCreate(tx, person, projectCreation);
  await storeProject(tx, project);
  await storeProjectAudit(tx.project(project._id), [projectCreatedEntry(project)], writer);
}

/** Updates the person's row. @throws not_signed_in if the account was closed meanwhile */
async function lockPerson(tx: SystemDb, { id }: Pick<Person, 'id'>): Promise<void> {
  const user = await lockUser(tx, id);
  if (user === null || isClosed(user)) throw apiError('not_signed_in', {});
}

/** @throws project_creation_refused, limit_reached */
export async function checkMayCreate(
  tx: SystemDb,
  { id }: Pick<Person, 'id'>,
  { creators, perPersonMax }: ProjectCreation,
): Promise<void> {
  const roles = (await findMemberships(tx, id)).map(({ role }) => role);
  if (!mayCreateProjects(creators, roles)) {
    const advice = 'ask the operator of this installation';
    const why = creators === 'owners' ? `only owners of a project can; ${advice}` : advice;
    throw apiError('project_creation_refused', { why });
  }
  if ((await countProjectsCreatedBy(tx, id, perPersonMax)) >= perPersonMax)
    throw limitReached('projects_per_person_max', perPersonMax);
}

/** Returns the project that an earlier request created. @throws unknown_project if the person has left it */
async function openExistingProject(
  tx: SystemDb,
  { id }: Person,
  project: ProjectRecord,
): Promise<OpenProject> {
  const member = (await findMemberships(tx, id)).find(({ projectId }) => projectId === project._id);
  if (member === undefined) throw apiError('unknown_project', {});
  return serializeOpenProject(project, member);
}

function serializeOpenProject(
  { _id, name, private_media }: ProjectRecord,
  { role, grant = null }: Pick<OpenProject, 'role'> & { grant?: OpenProject['grant'] | undefined },
): OpenProject {
  return { id: _id, name, private_media, role, grant, blocked: null };
}
