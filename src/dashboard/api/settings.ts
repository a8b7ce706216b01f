import { isDeepStrictEqual } from 'node:util';
import { changedKeys } from '../../contract/events/audit-actions.ts';
import { groups, changeTags } from '../../contract/events/cache-tags.ts';
import { defaultReviewIntervalDays } from '../../contract/limits.ts';
import { publishApprovals } from '../../contract/reviews.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import {
  cdnOf,
  type ChangeProjectSettings,
  checkName,
  everything,
  findProject,
  invalidateManually,
  mergeCdn,
  type ProjectRecord,
  type ProjectSettings,
  publishApprovalOf,
  setTemplate,
  updateProject,
  writeProject,
} from '../../projects/index.ts';
import { redateReviews } from '../../modules/index.ts';
import { checkLinkPatterns } from '../../content/index.ts';
import { type ProjectContext } from '../../core/context/index.ts';
import type { MemberContext } from '../../core/http/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { countApprovers } from '../reviews/people.ts';
import { checkPreviewUrl } from '../preview/preview-url.ts';

/** Modules whose responses contain rich text. Their cached responses expire when link patterns change. */
const richtextModules = ['content', 'blog', 'kb'] as const;

/** The project's settings. Every member can read them. */
export async function readSettings(context: ProjectContext): Promise<ProjectSettings> {
  return serializeSettings(await loadProject(context));
}

interface ChangeOptions {
  /** Asks the member to prove their identity; absent on the command line. @throws step_up_required */
  confirm?: () => Promise<void>;
}

/**
 * Changes settings of the project. Fewer required approvals need a proof of identity.
 * @throws nothing_to_update, invalid_field_value, too_few_approvers, step_up_required
 */
export async function changeSettings(
  context: ProjectContext,
  input: ChangeProjectSettings,
  { confirm }: ChangeOptions = {},
): Promise<ProjectSettings> {
  if (Object.keys(input).length === 0) throw apiError('nothing_to_update', {});
  const { preview_url, link_patterns } = input;
  if (preview_url != null) checkPreviewUrl(preview_url, context.baseUrl);
  if (link_patterns != null) checkLinkPatterns(link_patterns);
  const record = await writeProject(context, async (tx) => {
    const before = await loadProject(tx);
    const { is_template: wasTemplate, ...unchanged } = before;
    const isTemplate = input.is_template === undefined ? wasTemplate : input.is_template;
    const after: ProjectRecord = {
      ...unchanged,
      ...(isTemplate === true ? { is_template: true } : {}),
      name: input.name?.trim() ?? before.name,
      settings: mergeSettings(before, input),
    };
    checkName(after.name);
    const [ruleBefore, ruleAfter] = [publishApprovalOf(before), publishApprovalOf(after)];
    if (ruleBefore === 'off' && ruleAfter !== 'off') await checkApprovers(tx.db);
    if (publishApprovals.indexOf(ruleAfter) < publishApprovals.indexOf(ruleBefore)) await confirm?.();
    const changedNames = changedKeys(serializeSettings(before), serializeSettings(after));
    if (changedNames.length === 0) return tx.unchanged(before);
    await updateProject(tx.db, after);
    if (changedNames.includes('is_template')) await setTemplate(tx.db, after.is_template === true);
    if (after.name !== before.name) tx.invalidate('schema', changeTags(groups.types)); // introspection names the project
    if (changedNames.includes('review_interval_days')) {
      await redateReviews(tx.db, after.settings.review_interval_days ?? defaultReviewIntervalDays);
      tx.invalidate('kb', changeTags(groups.all));
    }
    if (!isDeepStrictEqual(after.settings.link_patterns, before.settings.link_patterns))
      for (const module of richtextModules) tx.invalidate(module, changeTags(groups.all));
    // Responses stay the same, so no revision changes. Only the permission to store them changes.
    if (!isDeepStrictEqual(after.settings.cdn, before.settings.cdn))
      await invalidateManually(tx.db, { tags: everything(tx.db.projectId), now: tx.now });
    const subject = { kind: 'project', id: after._id } as const;
    return tx.stored({ action: 'project.changed', subject, changed: changedNames }, after);
  });
  return serializeSettings(record);
}

/** Nobody approves their own drafts, so one member who can publish is too few. @throws too_few_approvers */
async function checkApprovers(db: ProjectDb): Promise<void> {
  if ((await countApprovers(db)) < 2) throw apiError('too_few_approvers', {});
}

/** Tests the storage by writing, reading and deleting in both buckets. */
export async function testStorage(context: MemberContext) {
  const message = await context.tools.checkStorage();
  return { ok: message === null, message };
}

async function loadProject({ db }: Pick<ProjectContext, 'db'>): Promise<ProjectRecord> {
  const record = await findProject(db);
  if (record === null) throw new Error(`project ${db.projectId} is gone`);
  return record;
}

function mergeSettings({ settings }: ProjectRecord, input: ChangeProjectSettings): ProjectRecord['settings'] {
  const days =
    input.review_interval_days === undefined ? settings.review_interval_days : input.review_interval_days;
  const patterns = (input.link_patterns === undefined ? settings.link_patterns : input.link_patterns) ?? {};
  const url = input.preview_url === undefined ? settings.preview_url : input.preview_url;
  const cdn = input.cdn === undefined ? settings.cdn : mergeCdn({ settings }, input.cdn);
  const keeps =
    input.keep_key_deletions === undefined ? settings.keep_key_deletions : input.keep_key_deletions;
  const approval = input.publish_approval === undefined ? settings.publish_approval : input.publish_approval;
  return {
    ...(keeps === false ? { keep_key_deletions: false } : {}),
    ...(approval == null || approval === 'off' ? {} : { publish_approval: approval }),
    ...(days == null ? {} : { review_interval_days: days }),
    ...(url == null ? {} : { preview_url: url }),
    ...(Object.keys(patterns).length === 0 ? {} : { link_patterns: patterns }),
    ...(cdn === undefined ? {} : { cdn }),
    ...(settings.sign_in === undefined ? {} : { sign_in: settings.sign_in }),
    ...(settings.usage_limits === undefined ? {} : { usage_limits: settings.usage_limits }),
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
    keep_key_deletions: settings.keep_key_deletions ?? true,
    publish_approval: publishApprovalOf(record),
    is_template: record.is_template === true,
  };
}
