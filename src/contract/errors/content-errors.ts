import { clip } from '../text/clip.ts';
import { type DraftReader, notPublishedMessage, scheduledMessage } from './draft-messages.ts';
import { row } from './error-row.ts';

type Named = { name: string };
type Why = { why: string };
type Slug = { slug: string };

/** Errors of custom content: reading, filtering, writing and defining types. */
export const contentErrors = {
  // Reading custom content
  unknown_content_type: row<Slug>(
    404,
    (d) => `There is no content type "${clip(d.slug)}" in this release.`,
    '`available_types` lists the types of the release. Names are case-sensitive.',
  ),
  not_a_collection: row<Slug>(
    400,
    (d) => `"${d.slug}" is a singleton: it has one entry, read and written at /v1/content/${d.slug}.`,
    'Only collections have lists, entry ids and list parameters.',
  ),
  not_a_singleton: row<Slug>(
    400,
    (d) => `"${d.slug}" is a collection: name the entry, /v1/content/${d.slug}/<entry id>.`,
    'Only singletons take PUT and PATCH on the path of the type.',
  ),
  entry_not_published: row<{ entryId: string; availableAt?: string | undefined } & DraftReader>(
    404,
    ({ entryId, availableAt, ...reader }) =>
      availableAt === undefined
        ? notPublishedMessage(`Entry ${entryId}`, reader)
        : scheduledMessage(`Entry ${entryId}`, availableAt, reader),
    'The entry is a draft, or it is scheduled for a later date. `available_at` contains that date.',
  ),
  content_not_published: row<Slug & DraftReader>(
    404,
    ({ slug, locales = [], ...reader }) =>
      locales.length === 0
        ? `"${slug}" has no published content yet. Publish it first.`
        : notPublishedMessage(`"${slug}"`, { ...reader, locales }),
    'The singleton is a draft, was never saved, or is scheduled for a later date. `available_at` contains that date.',
  ),
  unknown_entry: row<{ entryId: string }>(
    404,
    (d) =>
      `There is no entry ${clip(d.entryId)} in this release. List the entries of the type to see their ids.`,
    'The id does not exist, or belongs to another type, release or project.',
  ),
  unknown_release: row<{ releaseId: string }>(
    404,
    (d) => `There is no release ${d.releaseId}. Omit "release" to use the default release.`,
    'The release does not exist in this project. A secret key can list the releases.',
  ),

  // Filtering and paging
  invalid_limit: row(
    400,
    () => 'limit must be a whole number from 1 to 100.',
    'A limit outside 1 to 100 is rejected, not clamped.',
  ),
  invalid_offset: row(
    400,
    () => 'offset must be a whole number of at least 0.',
    'An offset is the number of items to skip.',
  ),
  invalid_cursor: row(
    400,
    () => 'This cursor belongs to another list. Use next_cursor of the previous page with the same filters.',
    'A cursor is valid for one project, release, type, set of filters and the default order.',
  ),
  unknown_filter_field: row<Named>(
    400,
    (d) => `There is no field "${clip(d.name)}" to filter on.`,
    '`available_fields` lists the fields of the type.',
  ),
  unsupported_filter_operator: row<Named & { operator: string }>(
    400,
    (d) => `The field "${d.name}" cannot be filtered with "${clip(d.operator)}".`,
    '`available_operators` lists the operators of the field’s type.',
  ),
  unknown_sort_field: row<Named>(
    400,
    (d) => `There is no field "${clip(d.name)}" to sort by.`,
    '`available_fields` lists the fields of the type; created_at, published_at and updated_at sort too.',
  ),
  unsortable_field: row<Named>(
    400,
    (d) => `The field "${d.name}" has no order to sort by.`,
    'Sortable are string, number, boolean, date, select and url fields, and the three timestamps.',
  ),
  too_many_ids: row(
    400,
    () => 'ids takes at most 50 ids. Split them over several requests.',
    'One request takes at most 50 ids.',
  ),
  permanent_media_urls_unavailable: row(
    400,
    () => 'The files of this project are private, so image URLs expire. Omit media_urls.',
    'Permanent URLs exist only for files in a public bucket.',
  ),

  // Writing
  missing_required_field: row<Named>(
    400,
    (d) => `The field "${d.name}" is required.`,
    'A required field must not be missing, null, an empty text, an empty list or an empty document.',
  ),
  invalid_field_value: row<Named & Why>(
    400,
    (d) => `The value of "${d.name}" is not valid: ${d.why}.`,
    '`expected` describes the values that the field takes, `got` the value that was sent. Values are not converted: "5" is not a number.',
  ),
  unknown_field: row<Named>(
    400,
    (d) => `There is no field "${clip(d.name)}" here.`,
    '`available_fields` lists the fields that exist.',
  ),
  unknown_link: row<{ id: string }>(
    400,
    (d) => `The id ${clip(d.id)} does not belong to an item that this field can link to.`,
    '`expected` is the kind of item that the field takes, `got` the kind of the item with this id, or `nothing`. An asset must be uploaded and confirmed before you can link to it.',
  ),
  entry_referenced: row(
    409,
    () => 'Other content still links to this item. Remove those links first.',
    '`referenced_by` lists the first 20 links.',
  ),
  invalid_richtext_document: row<Why>(
    400,
    (d) => `The document is not valid: ${d.why}.`,
    'A rich text value is {"version": 2, "content": [...]}, {"markdown": "..."} or {"html": "..."}. GET /v1/introspection describes all nodes and marks under rich_text.',
  ),
  unknown_richtext_node: row<Named>(
    400,
    (d) => `Rich text has no node or mark called "${d.name}".`,
    'GET /v1/introspection lists the nodes and marks under rich_text.',
  ),
  invalid_published_at: row<Why>(
    400,
    (d) => `published_at ${d.why}.`,
    'A publish date is an RFC 3339 time in 1990 or later. Entries take it only together with "publish": true.',
  ),
  published_at_too_far_ahead: row(
    400,
    () => 'published_at is more than one year in the future.',
    'A publish date can be at most one year in the future.',
  ),
  invalid_publish_at: row<Why>(
    400,
    (d) => `publish_at ${d.why}.`,
    'publish_at schedules a change of an item that is live: an RFC 3339 time in the future, at most one year from now.',
  ),
  invalid_unpublish_at: row<Why>(
    400,
    (d) => `unpublish_at ${d.why}.`,
    'unpublish_at is when readers stop seeing an item: an RFC 3339 time in the future, later than its published_at and its scheduled change. Entries take it only when they are live, scheduled or published with it.',
  ),
  unpublish_at_too_far_ahead: row(
    400,
    () => 'unpublish_at is more than one year in the future.',
    'An end can be at most one year in the future.',
  ),
  field_value_taken: row<Named>(
    409,
    (d) => `Another entry already has this value of "${d.name}".`,
    'The values of this field are unique within a release.',
  ),
  approval_required: row<{ isKey: boolean }>(
    403,
    ({ isKey }) =>
      `This project requires an approval before publishing. ${isKey ? 'Save a draft with draft=true.' : 'Request a review in the dashboard.'}`,
    'The draft has no approval, or it changed after its approval. A member who can publish approves it in the dashboard.',
  ),

  // Defining types
  invalid_content_type: row<Why>(400, (d) => d.why, 'The definition of the content type is not valid.'),
  invalid_field_definition: row<Why>(
    400,
    (d) => d.why,
    '`param` names the part of the definition, for example fields[2].options.min.',
  ),
  content_type_kind_immutable: row<Slug>(
    409,
    (d) => `The kind of "${d.slug}" cannot change. Create a new type.`,
    'A type is a singleton or a collection from its creation to its deletion.',
  ),
  field_type_immutable: row<Named>(
    409,
    (d) => `The type of "${d.name}" cannot change. Add a new field and move the values.`,
    'The type of a field is fixed. Its label, options and position can change.',
  ),
  field_being_removed: row<Named>(
    409,
    (d) => `Values of the removed field "${d.name}" are still being cleared. Try again shortly.`,
    'While values of a removed field are being cleared, its key can return with its previous type only; the field then has no values.',
  ),
  fields_would_be_removed: row<{ names: readonly string[] }>(
    409,
    (d) =>
      `This change removes ${inWords(d.names)}. Add ${d.names.length === 1 ? 'it' : 'them'} to remove_fields, or use renamed_from to keep the values.`,
    'The request has `remove_fields`, and would remove fields that are not in it. `fields` lists them with the number of entries that have a value. Nothing was changed.',
  ),
  choice_in_use: row<{ choice: string }>(
    409,
    (d) => `Entries still use the choice "${d.choice}". Change those entries first.`,
    'A choice of a select field can be removed when no draft and no published entry uses it.',
  ),
  unknown_block: row<Slug>(
    404,
    (d) => `There is no block "${d.slug}" in this release.`,
    '`available_blocks` lists the block definitions of the release. Names are case-sensitive.',
  ),
  block_not_allowed: row<Slug>(
    400,
    (d) => `This field takes no block "${d.slug}".`,
    '`available_blocks` lists the blocks that the field takes.',
  ),
  invalid_block: row<Why>(400, (d) => d.why, 'The definition of the block is not valid.'),
  blocks_too_deep: row<{ most: number }>(
    400,
    (d) => `Blocks stand in at most ${d.most} lists inside each other.`,
    'A block of the last level keeps its own lists of blocks empty.',
  ),
  too_many_blocks: row<{ what: string; most: number }>(
    400,
    (d) => `An entry has at most ${d.most} ${d.what}.`,
    'The blocks of all fields and depths count together, and so do the ids in their values.',
  ),
  block_in_use: row<Slug>(
    409,
    (d) => `The block "${d.slug}" is still in use. Remove it there first.`,
    '`referenced_by` lists the first 20 fields that name the block, or entries that have it, drafts included.',
  ),
  content_type_referenced: row<Slug>(
    409,
    (d) => `Fields of other types link to "${d.slug}". Remove those fields first.`,
    'A type cannot be deleted while a reference field of another type names it.',
  ),
} as const;

/** `"teaser", "body" and "price"` */
function inWords(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1) ?? ''}`;
}
