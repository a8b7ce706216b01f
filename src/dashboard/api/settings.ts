import { isDeepStrictEqual } from 'node:util';
import { changedKeys } from '../../contract/events/audit-actions.ts';
import { groups, changeTags } from '../../contract/events/cache-tags.ts';
import { defaultReviewIntervalDays } from '../../contract/limits.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import {
  cdnOf,
  type ChangeProjectSettings,
  checkName,
  everything,
  findProject,
  invalidateByHand,
  mergeCdn,
  type ProjectRecord,
  type ProjectSettings,
  updateProject,
  writeProject,
} from '../../projects/index.ts';
import { redateReviews } from '../../modules/index.ts';
import { checkLinkPatterns } from '../../content/index.ts';
import { type ProjectContext } from '../../core/context/index.ts';
import type { MemberContext } from '../../core/http/index.ts';
import { checkPreviewUrl } from './preview-url.ts';

/** What is served with rich text: answers that are kept of these are of no more use once its links change. */
const withRichtext = ['content', 'blog', 'kb'] as const;

/** The project's settings, which every member may see. */
export async function readSettings(context: ProjectContext): Promise<ProjectSettings> {
  return serializeSettings(await recordOf(context));
}

/** @throws nothing_to_update, invalid_field_value */
export async function changeSettings(
  context: ProjectContext,
  sent: ChangeProjectSettings,
): Promise<ProjectSettings> {
  if (Object.keys(sent).length === 0) throw apiError('nothing_to_update', {});
  const { preview_url, link_patterns } = sent;
  if (preview_url != null) checkPreviewUrl(preview_url);
  if (link_patterns != null) checkLinkPatterns(link_patterns);
  const record = await writeProject(context, async (tx) => {
    const before = await recordOf(tx);
    const after = { ...before, name: sent.name?.trim() ?? before.name, settings: laidOver(before, sent) };
    checkName(after.name);
    const changed = changedKeys(serializeSettings(before), serializeSettings(after));
    if (changed.length === 0) return tx.unchanged(before);
    await updateProject(tx.db, after);
    if (after.name !== before.name) tx.invalidate('schema', changeTags(groups.types)); // introspection names the project
    if (changed.includes('review_interval_days')) {
      await redateReviews(tx.db, after.settings.review_interval_days ?? defaultReviewIntervalDays);
      tx.invalidate('kb', changeTags(groups.all));
    }
    if (!isDeepStrictEqual(after.settings.link_patterns, before.settings.link_patterns))
      for (const module of withRichtext) tx.invalidate(module, changeTags(groups.all));
    // No revision moves: what readers see is the same, and only who may store it is another.
    if (!isDeepStrictEqual(after.settings.cdn, before.settings.cdn))
      await invalidateByHand(tx.db, { tags: everything(tx.db.projectId), now: tx.now });
    const subject = { kind: 'project', id: after._id } as const;
    return tx.stored({ action: 'project.changed', subject, changed }, after);
  });
  return serializeSettings(record);
}

/** Tries the storage for real: writes, reads and removes in both buckets. */
export async function testStorage(context: MemberContext) {
  const message = await context.tools.checkStorage();
  return { ok: message === null, message };
}

async function recordOf({ db }: Pick<ProjectContext, 'db'>): Promise<ProjectRecord> {
  const record = await findProject(db);
  if (record === null) throw new Error(`project ${db.projectId} is gone`);
  return record;
}

function laidOver({ settings }: ProjectRecord, sent: ChangeProjectSettings): ProjectRecord['settings'] {
  const days =
    sent.review_interval_days === undefined ? settings.review_interval_days : sent.review_interval_days;
  const patterns = (sent.link_patterns === undefined ? settings.link_patterns : sent.link_patterns) ?? {};
  const url = sent.preview_url === undefined ? settings.preview_url : sent.preview_url;
  const cdn = sent.cdn === undefined ? settings.cdn : mergeCdn({ settings }, sent.cdn);
  return {
    ...(days == null ? {} : { review_interval_days: days }),
    ...(url == null ? {} : { preview_url: url }),
    ...(Object.keys(patterns).length === 0 ? {} : { link_patterns: patterns }),
    ...(cdn === undefined ? {} : { cdn }),
  };
}

function serializeSettings(record: ProjectRecord): ProjectSettings {
  const { _id, name, private_media, settings } = record;
  return {
    id: _id,
    name,
    private_media,
    review_interval_days: settings.review_interval_days ?? defaultReviewIntervalDays,
    preview_url: settings.preview_url ?? null,
    link_patterns: settings.link_patterns ?? {},
    cdn: cdnOf(record),
  };
}
