import {
  countProjectsMadeBy,
  createdProject,
  findProjectMadeBy,
  newProject,
  noteInProject,
  type ProjectRecord,
  transactSystem,
} from '../../projects/index.ts';
import { limitReached, apiError } from '../../contract/errors/api-error.ts';
import { mayCreateProjects } from '../../contract/project-creation.ts';
import { createdKey } from '../keys/audited.ts';
import { insertKey } from '../keys/repository.ts';
import { type NewKey, newKey } from '../keys/service.ts';
import { serializeKey } from '../keys/serialize.ts';
import type { AccountContext, Person } from '../../core/http/index.ts';
import { takeAttempt } from '../../core/counters/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { storeProject } from './store.ts';
import { actingIn } from '../sign-in/audited.ts';
import type { OpenProject } from '../sign-in/schema.ts';
import { auditedRole, giveRole } from '../users/membership.ts';
import { claimUser, findMemberships } from '../users/repository.ts';
import { isClosed } from '../users/sessions.ts';
import type { CreatedProject, CreateProject } from './schema.ts';

/** Requests of one person, whatever comes of them. */
const requests = { name: 'project_creation', most: 10, seconds: 60, isFinal: true };

/** The keys that `galley key create` makes when it is given a purpose alone. */
const firstKeys = (['publishable', 'secret'] as const).map((purpose): NewKey => ({
  purpose,
  name: `${purpose} key`,
  origins: [],
  expiresInDays: null,
}));

/** Counts a request before its body is read. @throws rate_limited */
export async function admitCreation(context: AccountContext): Promise<void> {
  const attempt = await takeAttempt(context.system, requests, signedIn(context).id);
  if (attempt.admitted) return;
  const retryAfter = Math.ceil(attempt.msLeft / 1_000);
  throw apiError('rate_limited', { budget: 'project', whose: 'person', retryAfter });
}

/**
 * Creates a project of the signed-in person, with its first release, its first keys and the person as its owner
 * (specification: project-creation). What decides is read in the transaction, where all that one person asks for meets
 * in their account's row.
 * @throws project_creation_refused, limit_reached, invalid_field_value, not_signed_in, unknown_project
 */
export async function createOwnProject(
  context: AccountContext,
  sent: CreateProject,
): Promise<CreatedProject> {
  const { system, now, box, bounds } = context;
  const person = signedIn(context);
  const { name, private_media: privateMedia = false, request_id } = sent;
  const made_by = { user_id: person.id, request_id };
  const project = { ...newProject({ name: name.trim(), privateMedia }, now), made_by };
  const { keys_per_project_max: keysMax } = bounds.perProject;
  const keys = firstKeys
    .slice(0, keysMax) // the operator may allow one
    .map((key) => newKey(key, { now, box }));
  const before = await transactSystem(
    system,
    actingIn(context),
    async ({ system: tx, continued, writer }) => {
      await claimPerson(tx, person);
      const first = await findProjectMadeBy(tx, person.id, request_id);
      if (first !== null) return continued(await openedProject(tx, person, first));
      await checkMayCreate(tx, person, bounds.projectCreation);
      await storeProject(tx, project);
      const db = tx.project(project._id);
      const member = await giveRole(db, person.id, { role: 'owner', now });
      for (const { record } of keys) await insertKey(db, record);
      const made = keys.map(({ record }) => createdKey(record));
      await noteInProject(db, [createdProject(project), auditedRole(null, member), ...made], writer);
      return continued(null); // the project's own log records it
    },
  );
  if (before !== null) return { project: before, keys: [] };
  return {
    project: openProject(project, { role: 'owner' }),
    keys: keys.map(({ record, token }) => ({ key: serializeKey(record, box), token })),
  };
}

function signedIn({ person }: AccountContext): Person {
  if (person === null) throw apiError('not_signed_in', {});
  return person;
}

/** @throws not_signed_in when the account was closed meanwhile */
async function claimPerson(tx: SystemDb, { id }: Person): Promise<void> {
  const user = await claimUser(tx, id);
  if (user === null || isClosed(user)) throw apiError('not_signed_in', {});
}

/** @throws project_creation_refused, limit_reached */
async function checkMayCreate(
  tx: SystemDb,
  { id }: Person,
  { creators, perPersonMax }: AccountContext['bounds']['projectCreation'],
): Promise<void> {
  const roles = (await findMemberships(tx, id)).map(({ role }) => role);
  if (!mayCreateProjects(creators, roles)) {
    const ask = 'ask the operator of this installation';
    const why = creators === 'owners' ? `only owners of a project can; ${ask}` : ask;
    throw apiError('project_creation_refused', { why });
  }
  if ((await countProjectsMadeBy(tx, id, perPersonMax)) >= perPersonMax)
    throw limitReached('projects_per_person_max', perPersonMax);
}

/** The project that a request created before. @throws unknown_project when the person is not a member any more */
async function openedProject(tx: SystemDb, { id }: Person, project: ProjectRecord): Promise<OpenProject> {
  const member = (await findMemberships(tx, id)).find(({ projectId }) => projectId === project._id);
  if (member === undefined) throw apiError('unknown_project', {});
  return openProject(project, member);
}

function openProject(
  { _id, name, private_media }: ProjectRecord,
  { role, grant = null }: Pick<OpenProject, 'role'> & { grant?: OpenProject['grant'] | undefined },
): OpenProject {
  return { id: _id, name, private_media, role, grant };
}
