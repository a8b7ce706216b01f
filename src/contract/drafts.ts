import { type Static, Type } from '@sinclair/typebox';
import { apiError } from './errors/api-error.ts';
import { Nullable, Timestamp } from './listing.ts';

/** The root of reads of drafts; each read of `/v1` exists below it (specification: preview). */
export const previewRoot = '/preview/v1';

/** The path below `previewRoot` for a path below `/v1`. */
export function previewPathOf(path: string): string {
  return path.replace(/^\/v1(?=\/|$)/, previewRoot);
}

/** The publishing state of an item in reads of drafts, with the keys of write responses (specification: preview). */
export const PreviewState = Type.Object(
  {
    status: Type.Unsafe<'draft' | 'scheduled' | 'published' | 'archived'>({
      type: 'string',
      enum: ['draft', 'scheduled', 'published', 'archived'],
    }),
    published_at: Nullable(Timestamp),
    scheduled_for: Nullable(Timestamp),
    has_unpublished_changes: Type.Boolean(),
    revision: Type.Integer(),
    live_revision: Nullable(Type.Integer()),
    publish_at: Type.Optional(Timestamp),
    unpublish_at: Type.Optional(Timestamp),
  },
  { $id: 'PreviewState', additionalProperties: false },
);
export type PreviewState = Static<typeof PreviewState>;

/** The key that items have in reads of drafts only. */
export const previewStateKey = { state: Type.Optional(PreviewState) };

/** States by which lists of drafts can be filtered; `changed` is published, with unpublished changes. */
export type PreviewStatus = 'draft' | 'scheduled' | 'published' | 'changed' | 'archived';

export const entryStatuses = ['draft', 'scheduled', 'published', 'changed'] as const;
export const kbStatuses = [...entryStatuses, 'archived'] as const;

/** Reads the comma-separated `status` of a list of drafts; null without one. @throws invalid_parameter */
export function readStatuses(
  status: string | undefined,
  allowed: readonly PreviewStatus[],
): readonly PreviewStatus[] | null {
  if (status === undefined) return null;
  const names = status.split(',').map((name) => name.trim());
  const statuses = names.flatMap((name) => allowed.find((one) => one === name) ?? []);
  if (statuses.length === names.length) return statuses;
  const why = `must be one or more of ${allowed.join(', ')}, separated by commas`;
  throw apiError('invalid_parameter', { name: 'status', why }, { param: 'status' });
}

/** Parameter of changes that can be saved as a draft only (specification: drafts-alone). */
export const DraftQuery = Type.Object(
  { draft: Type.Optional(Type.Boolean({ description: 'true or false' })) },
  { additionalProperties: false },
);

/** Keys that `draft=true` rejects, because readers would notice the change. */
const publishingKeys = ['publish', 'published_at', 'publish_at', 'unpublish_at', 'archived'] as const;

/**
 * Reads whether a change only saves the draft.
 * @throws invalid_parameter if the body also publishes or schedules the item
 */
export function readDraftOnly(
  { draft }: { draft?: boolean },
  body: Partial<Record<(typeof publishingKeys)[number], unknown>>,
): { draftOnly: boolean } {
  if (draft !== true) return { draftOnly: false };
  const conflictingKey = publishingKeys.find((key) => body[key] !== undefined);
  if (conflictingKey === undefined) return { draftOnly: true };
  const why = `writes the draft alone, so "${conflictingKey}" cannot be sent beside it; omit one of the two`;
  throw apiError('invalid_parameter', { name: 'draft', why }, { param: 'draft' });
}
