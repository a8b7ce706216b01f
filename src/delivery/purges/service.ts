import { newId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import {
  type WriteSource,
  everything,
  invalidateManually,
  writerOf,
  writeProject,
} from '../../projects/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { SealedBox } from '../../core/util/index.ts';
import { auditedEndpoint } from '../webhooks/audited.ts';
import {
  changeTarget,
  countTargets,
  findTarget,
  type TargetChanges,
  type TargetRecord,
  targetsOf,
} from '../webhooks/target-repository.ts';
import { deleteEndpoint, rotateSecret } from '../webhooks/service.ts';
import { insertEndpoint } from '../webhooks/repository.ts';
import { newSigningSecret } from '../webhooks/sending/signature.ts';
import { storeEndpoint } from '../webhooks/store.ts';
import { purgeFormats } from '../formats/service.ts';
import type { ChangeTarget, CreateTarget, Target, TargetWithSecret } from './schema.ts';
import { serializeTarget } from './serialize.ts';
import { checkUrlAndService, checkEverySeconds, checkRepeats, checkTarget, checkToken } from './settings.ts';

/** The actor who creates or changes a target, and the box that encrypts its secrets. */
type TargetContext = WriteSource & { box: Pick<SealedBox, 'seal'> };

/**
 * Creates a target. Its first purge covers everything. Only this response contains the signing secret; no response
 * contains the token.
 * @throws invalid_field_value, too_many_purge_targets
 */
export async function createTarget(
  db: ProjectDb,
  input: CreateTarget,
  { box, ...by }: TargetContext,
): Promise<TargetWithSecret> {
  const { format, url, service, token, everySeconds, repeatSeconds } = checkTarget(input);
  const { now } = by;
  const secret = newSigningSecret();
  const record: TargetRecord = {
    _id: newId('webhook_endpoint', now), // purge targets are stored as webhook endpoints
    project_id: db.projectId,
    url,
    events: [],
    enabled: true,
    consecutive_failures: 0,
    disabled_reason: null,
    disabled_at: null,
    sealed_secret: box.seal(secret),
    purge: {
      format,
      service,
      sealed_token: token === null ? null : box.seal(token),
      every_seconds: everySeconds,
      repeat_seconds: repeatSeconds,
      through: null,
      repeats: [],
      sent_at: null,
    },
    created_at: now,
    updated_at: now,
  };
  await writeProject(writerOf(db, by), async (tx) => {
    const max = limits.purge_targets_max;
    if ((await countTargets(tx.db, max)) >= max) throw apiError('too_many_purge_targets', { most: max });
    await insertEndpoint(tx.db, record);
    const detail = { kind: format };
    return tx.stored({ action: 'purge_target.created', subject: auditedEndpoint(record), detail });
  });
  return { target: serializeTarget(record), secret: purgeFormats[format].isSigned ? secret : null };
}

/** Returns all targets of a project, oldest first. */
export async function listTargets(db: ProjectDb): Promise<Target[]> {
  return (await targetsOf(db)).map(serializeTarget);
}

/**
 * Changes the settings of a target, or enables or disables it. A target with a new URL first receives a purge of
 * everything; a target that is enabled again continues at its position. @throws unknown_purge_target, nothing_to_update, invalid_field_value,
 * missing_required_field (token) for a new URL of a format with a token
 */
export async function updateTarget(
  db: ProjectDb,
  id: string,
  input: ChangeTarget,
  { box, ...by }: TargetContext,
): Promise<Target> {
  if (Object.keys(input).length === 0) throw apiError('nothing_to_update', {});
  const before = await requireTarget(db, id);
  const changes = { ...urlChanges(before, input), ...otherChanges(before, input, box) };
  const { enabled } = input;
  await storeEndpoint(db, id, {
    by,
    changes,
    store: (txDb) => changeTarget(txDb, id, { ...changes, updated_at: by.now }),
    ...(enabled === undefined ? {} : { newState: { enabled, heldDeliveries: 'send' } }),
  });
  return serializeTarget(await requireTarget(db, id));
}

function urlChanges({ url, purge }: TargetRecord, input: ChangeTarget): TargetChanges {
  if (input.url === undefined && input.service === undefined) return {};
  const address = checkUrlAndService(purge.format, input);
  if (address.url === url && address.service === purge.service) return {};
  // The stored token belongs to the old URL: sending it to a new one must require knowing it.
  if (input.url !== undefined && purgeFormats[purge.format].needsToken && input.token === undefined)
    throw apiError('missing_required_field', { name: 'token' }, { param: 'token' });
  return {
    url: address.url,
    'purge.service': address.service,
    'purge.through': null,
    'purge.repeats': [],
  };
}

function otherChanges(
  { purge }: TargetRecord,
  { token, every_seconds, repeat_seconds }: ChangeTarget,
  box: Pick<SealedBox, 'seal'>,
): TargetChanges {
  if (token !== undefined && !purgeFormats[purge.format].needsToken)
    throw apiError(
      'invalid_field_value',
      { name: 'token', why: 'this format does not use a token' },
      { param: 'token' },
    );
  return {
    ...(token === undefined ? {} : { 'purge.sealed_token': box.seal(checkToken(token)) }),
    ...(every_seconds === undefined ? {} : { 'purge.every_seconds': checkEverySeconds(every_seconds) }),
    ...(repeat_seconds === undefined ? {} : { 'purge.repeat_seconds': checkRepeats(repeat_seconds) }),
  };
}

/** Deletes a target with its queue and its history. @throws unknown_purge_target */
export async function deleteTarget(db: ProjectDb, id: string, by: WriteSource): Promise<void> {
  await requireTarget(db, id);
  await deleteEndpoint(db, id, by);
}

/**
 * Replaces the signing secret of a target. Only this response contains the new one.
 * @throws unknown_purge_target, invalid_field_value (format) for a format without signatures
 */
export async function rotateTarget(db: ProjectDb, id: string, by: TargetContext): Promise<TargetWithSecret> {
  const { purge } = await requireTarget(db, id);
  if (!purgeFormats[purge.format].isSigned) {
    const why = `requests of the format ${purge.format} are not signed; set its token instead`;
    throw apiError('invalid_field_value', { name: 'format', why }, { param: 'format' });
  }
  const rotated = await rotateSecret(db, id, by);
  return { target: serializeTarget(await requireTarget(db, id)), secret: rotated?.secret ?? null };
}

/** Adds these tags to the change feed and to the next purge of all targets; everything if `tags` is omitted. */
export async function purgeNow(
  db: ProjectDb,
  tags: readonly string[] | undefined,
  by: WriteSource,
): Promise<{ tags: string[]; targets: number }> {
  const purgeTags = tags === undefined ? everything(db.projectId) : [...new Set(tags)].sort();
  await writeProject(writerOf(db, by), async (tx) => {
    await invalidateManually(tx.db, { tags: purgeTags, now: by.now });
    return tx.stored({ action: 'project.cleared', subject: { kind: 'project', id: db.projectId } });
  });
  const targets = (await targetsOf(db)).filter(({ enabled }) => enabled).length;
  return { tags: purgeTags, targets };
}

/** @throws unknown_purge_target */
export async function requireTarget(db: ProjectDb, id: string): Promise<TargetRecord> {
  const target = await findTarget(db, id);
  if (target === null) throw apiError('unknown_purge_target', {}, { param: 'targetId' });
  return target;
}
