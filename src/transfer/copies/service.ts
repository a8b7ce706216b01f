import { checkMayCreate, requireSignedIn } from '../../accounts/index.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { newId } from '../../contract/ids.ts';
import type { ProjectCreation } from '../../contract/project-creation.ts';
import { dayMs } from '../../contract/time.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import type { AccountContext, MemberContext, Person } from '../../core/http/index.ts';
import { isDuplicateKey, type ProjectDb } from '../../core/mongo/index.ts';
import { checkName, findProject, findTemplates } from '../../projects/index.ts';
import { findCopy, insertCopy } from './repository.ts';
import type { CopiedProject, CopyRecord, StartCopy, StartFromTemplate, TemplateList } from './schema.ts';

const reportDays = 7;

/**
 * Starts a copy of the project. The member becomes its owner when it is complete.
 * @throws project_creation_refused, limit_reached, invalid_field_value, copy_running
 */
export function startCopy(context: MemberContext, { name, history }: StartCopy): Promise<CopiedProject> {
  const by = { ...context, projectCreation: context.bounds.projectCreation };
  return start(context.db, by, { name, ...(history === true ? { history } : {}) });
}

/** @throws unknown_copy */
export async function readCopy({ db }: ProjectContext, id: string): Promise<CopiedProject> {
  return serialize(await loadCopy(db, id));
}

/** Lists the templates of the installation; none for a person who may not create projects. */
export async function listTemplates(context: AccountContext): Promise<TemplateList> {
  const { system, bounds } = context;
  const person = requireSignedIn(context);
  const mayCreate = await checkMayCreate(system, person, bounds.projectCreation).then(
    () => true,
    () => false,
  );
  if (!mayCreate) return { data: [] };
  return { data: (await findTemplates(system)).map(({ _id: id, name }) => ({ id, name })) };
}

/**
 * Starts a project as a copy of a template.
 * @throws unknown_template, project_creation_refused, limit_reached, invalid_field_value, copy_running
 */
export async function startFromTemplate(
  context: AccountContext,
  templateId: string,
  { name }: StartFromTemplate,
): Promise<CopiedProject> {
  const { system, now, bounds } = context;
  const person = requireSignedIn(context);
  const db = system.project(templateId);
  const template = await findProject(db);
  if (template?.is_template !== true) throw apiError('unknown_template', {}, { param: 'templateId' });
  const by = { person, now, projectCreation: bounds.projectCreation };
  return start(db, by, { name, from_template: true });
}

/** Reads a copy of a template, also after it is no longer offered. @throws unknown_copy if another person started it */
export async function readTemplateCopy(
  context: AccountContext,
  { templateId, copyId }: { templateId: string; copyId: string },
): Promise<CopiedProject> {
  const record = await loadCopy(context.system.project(templateId), copyId);
  const isOwn = record.created_by.id === requireSignedIn(context).id && record.from_template === true;
  if (!isOwn) throw unknownCopy();
  return serialize(record);
}

async function start(
  db: ProjectDb,
  { person, now, projectCreation }: { person: Person; now: Date; projectCreation: ProjectCreation },
  { name, ...options }: Pick<CopyRecord, 'name' | 'from_template' | 'history'>,
): Promise<CopiedProject> {
  const record: CopyRecord = {
    _id: newId('copy', now),
    ...{ name: name.trim(), ...options, status: 'running', target: null, progress: 0, reason: null },
    created_by: { id: person.id, name: person.name || person.email },
    ...{ created_at: now, finished_at: null, holder: null, held_until: now, turn_at: now, attempts: 0 },
    expires_at: new Date(now.getTime() + reportDays * dayMs),
  };
  checkName(record.name);
  await checkMayCreate(db.system, person, projectCreation); // checked again in the transaction that stores the project
  await insertCopy(db, record).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    throw apiError('copy_running', {});
  });
  return serialize(record);
}

async function loadCopy(db: ProjectDb, id: string): Promise<CopyRecord> {
  const record = await findCopy(db, id);
  if (record === null) throw unknownCopy();
  return record;
}

function unknownCopy() {
  return apiError('unknown_copy', {}, { param: 'copyId' });
}

function serialize({ _id: id, name, status, target, progress, reason }: CopyRecord): CopiedProject {
  return { copy: { id, name, status, project_id: status === 'done' ? target : null, progress, reason } };
}
