import { type Static, Type } from '@sinclair/typebox';
import { EditorTargets } from '../../../contract/fields/links.ts';
import { countMeta, Nullable, pagingMeta, ReleaseRef, Timestamp } from '../../../contract/listing.ts';
import {
  DraftMeta,
  ItemReview,
  mergeRequest,
  ReviewStateName,
  translationFilters,
} from '../../../lifecycle/index.ts';
import { ListQuery, WrittenEntry } from '../schema.ts';

const closed = { additionalProperties: false } as const;

const targets = EditorTargets;
const draft = Type.Record(Type.String(), Type.Unknown());
const Keys = Type.Record(Type.String(), Type.String());

/**
 * An entry for its editor. `draft` and `live` have the form of writes (ids, documents), so they can be sent back.
 * `live` is null if the entry is not live.
 */
export const EditorEntry = Type.Object(
  {
    ...Type.Omit(WrittenEntry, ['values', 'meta']).properties,
    type: Type.String(),
    title: Type.String(),
    draft,
    live: Nullable(draft),
    /** Present when the draft was edited after its change was scheduled. */
    publish_at_outdated: Type.Optional(Type.Literal(true)),
    /** The code of the locale of each value in `fallback_draft`, by field or `field/blk_id/key`. */
    fallbacks: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** The values of other locales that previews show in place of empty ones. */
    fallback_draft: Type.Optional(draft),
    /** The texts whose source changed since they were written, by field or `field/blk_id/key`. */
    outdated_fields: Type.Optional(Type.Array(Type.String())),
    review: ItemReview,
    /** Threads of comments that are not resolved. */
    open_comments: Type.Integer(),
    targets,
    /** Present keys by former ones, for text that was typed before a rename. Absent if no field was renamed. */
    renamed_keys: Type.Optional(
      Type.Object({ type: Keys, blocks: Type.Record(Type.String(), Keys) }, closed),
    ),
    /** The release that contains this copy of the entry: a screen keeps writing to it when another one is promoted. */
    release: ReleaseRef,
    meta: Type.Optional(DraftMeta),
  },
  { $id: 'EditorEntry', ...closed },
);
export type EditorEntry = Static<typeof EditorEntry>;

/** A row in the list of a type. `draft` contains no rich text. */
export const EditorRow = Type.Object(
  {
    ...Type.Omit(EditorEntry, [
      ...(['live', 'publish_at_outdated', 'targets', 'renamed_keys', 'release', 'meta'] as const),
      ...(['fallbacks', 'fallback_draft', 'outdated_fields'] as const),
    ]).properties,
    subtitle: Nullable(Type.String()),
  },
  { $id: 'EditorRow', ...closed },
);
export type EditorRow = Static<typeof EditorRow>;

export const EditorList = Type.Object(
  {
    data: Type.Array(EditorRow),
    targets,
    meta: Type.Object({ type: Type.String(), release: ReleaseRef, ...pagingMeta, ...countMeta }, closed),
  },
  { $id: 'EditorList', ...closed },
);
export type EditorList = Static<typeof EditorList>;

/** The tabs of a list. `changed` means live with unpublished changes. */
export const editorStatuses = ['draft', 'scheduled', 'published', 'changed'] as const;

/** Filters and sort orders work as in the API, on drafts. `q` searches for words of the label. */
export const EditorListQuery = Type.Object(
  {
    ...Type.Omit(ListQuery, ['media_urls', 'fields']).properties,
    status: Type.Optional(
      Type.Union(
        editorStatuses.map((status) => Type.Literal(status)),
        { description: `one of ${editorStatuses.join(', ')}` },
      ),
    ),
    q: Type.Optional(Type.String({ 'x-nfc': true, maxLength: 200 })),
    review: Type.Optional(ReviewStateName),
    translation: Type.Optional(
      Type.Union(
        translationFilters.map((filter) => Type.Literal(filter)),
        { description: `one of ${translationFilters.join(', ')}` },
      ),
    ),
  },
  closed,
);
export type EditorListQuery = Static<typeof EditorListQuery>;

export const EditorNarrowing = Type.Pick(EditorListQuery, ['status', 'q', 'review', 'translation'], closed);
export type EditorNarrowing = Static<typeof EditorNarrowing>;

const values = Type.Record(Type.String(), Type.Unknown(), { description: 'an object keyed by field' });

/** A new draft. */
export const BeginDraft = Type.Object({ values }, { $id: 'BeginDraft', ...closed });
export type BeginDraft = Static<typeof BeginDraft>;

export const SaveDraft = Type.Object(
  { values, merge: Type.Optional(mergeRequest(values)) },
  { $id: 'SaveDraft', ...closed },
);
export type SaveDraft = Static<typeof SaveDraft>;

/** The numbers of entries by content type. `drafts`: readers don't see them, and won't without a change. */
export const TypeCounts = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          type: Type.String(),
          entries: Type.Integer(),
          drafts: Type.Integer(),
          /** When the newest entry was created; null without entries. */
          created_at: Nullable(Timestamp),
          /** The last change that readers see or will see; null without one. */
          published_at: Nullable(Timestamp),
        },
        closed,
      ),
    ),
  },
  { $id: 'TypeCounts', ...closed },
);
export type TypeCounts = Static<typeof TypeCounts>;
