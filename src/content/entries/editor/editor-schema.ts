import { type Static, Type } from '@sinclair/typebox';
import { EditorTargets } from '../../../contract/fields/links.ts';
import { countMeta, Nullable, pagingMeta, ReleaseRef, WriteMeta } from '../../../contract/listing.ts';
import { ListQuery, WrittenEntry } from '../schema.ts';

const closed = { additionalProperties: false } as const;

const targets = EditorTargets;
const draft = Type.Record(Type.String(), Type.Unknown());

/**
 * An entry as its editor sees it. `draft` is the form in which values are written (ids, documents), so that what was
 * read can be sent; `live` is the same of what is published, null when nothing is.
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
    targets,
    /** The release that contains this copy of the entry: a screen keeps writing to it when another one is promoted. */
    release: ReleaseRef,
    meta: Type.Optional(WriteMeta),
  },
  { $id: 'EditorEntry', ...closed },
);
export type EditorEntry = Static<typeof EditorEntry>;

/** An entry in the list of its type; rich text is left out of `draft`. */
export const EditorRow = Type.Object(
  {
    ...Type.Omit(EditorEntry, ['live', 'publish_at_outdated', 'targets', 'release', 'meta']).properties,
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

/** The tabs of a list: `changed` is live with changes that are not published. */
export const editorStatuses = ['draft', 'scheduled', 'published', 'changed'] as const;

/** Filters and orders are those of the API, on drafts; `q` looks for the words of the label. */
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
  },
  closed,
);
export type EditorListQuery = Static<typeof EditorListQuery>;

/** What narrows such a list. */
export const EditorNarrowing = Type.Pick(EditorListQuery, ['status', 'q'], closed);
export type EditorNarrowing = Static<typeof EditorNarrowing>;

export const SaveDraft = Type.Object(
  { values: Type.Record(Type.String(), Type.Unknown(), { description: 'an object keyed by field' }) },
  { $id: 'SaveDraft', ...closed },
);
export type SaveDraft = Static<typeof SaveDraft>;
