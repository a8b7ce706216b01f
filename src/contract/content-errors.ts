import { row } from './error-row.ts';

type Named = { name: string };
type Why = { why: string };
type Slug = { slug: string };

/** Errors of custom content: reading, filtering, writing and defining types. */
export const contentErrors = {
  // Reading custom content
  unknown_content_type: row<Slug>(
    404,
    (d) => `There is no content type "${d.slug}" in this release.`,
    '`available_types` lists the types of the release. Names are case-sensitive.',
  ),
  not_a_collection: row<Slug>(
    400,
    (d) => `"${d.slug}" is a singleton: it has one entry, read and written at /v1/content/${d.slug}.`,
    'Lists, entry ids and list parameters belong to collections.',
  ),
  not_a_singleton: row<Slug>(
    400,
    (d) => `"${d.slug}" is a collection: name the entry, /v1/content/${d.slug}/<entry id>.`,
    'PUT and PATCH on the type’s own path are for singletons.',
  ),
  entry_not_published: row<{ entryId: string }>(
    404,
    (d) => `Entry ${d.entryId} exists, but readers cannot see it. Publish it first.`,
    'The entry is a draft, or its date has not come yet; then `available_at` names the date.',
  ),
  content_not_published: row<Slug>(
    404,
    (d) => `"${d.slug}" has no published content yet. Publish it first.`,
    'The singleton is a draft, was never saved, or its date has not come yet; then `available_at` names the date.',
  ),
  unknown_entry: row<{ entryId: string }>(
    404,
    (d) => `No entry ${d.entryId} in this release. List the type to see its ids.`,
    'The id does not exist, or belongs to another type, release or project.',
  ),
  unknown_release: row<{ releaseId: string }>(
    404,
    (d) => `No release ${d.releaseId}. Leave "release" out for the default one.`,
    'The release does not exist in this project. A secret key can list the releases.',
  ),

  // Filtering and paging
  invalid_limit: row(
    400,
    () => 'limit is a whole number from 1 to 100.',
    'Limits outside 1 to 100 are refused, never clamped.',
  ),
  invalid_offset: row(
    400,
    () => 'offset is a whole number of at least 0.',
    'Offsets count items to pass over.',
  ),
  invalid_cursor: row(
    400,
    () =>
      'This cursor was not made by this list. Take next_cursor of the page before, with the same filters.',
    'A cursor belongs to its project, release, type and filters, and to the default order.',
  ),
  unknown_filter_field: row<Named>(
    400,
    (d) => `There is no field "${d.name}" to filter on.`,
    '`available_fields` lists the fields of the type.',
  ),
  unsupported_filter_operator: row<Named & { operator: string }>(
    400,
    (d) => `The field "${d.name}" cannot be filtered with "${d.operator}".`,
    '`available_operators` lists what the field’s type supports.',
  ),
  unknown_sort_field: row<Named>(
    400,
    (d) => `There is no field "${d.name}" to sort by.`,
    '`available_fields` lists the fields of the type; created_at, published_at and updated_at sort too.',
  ),
  unsortable_field: row<Named>(
    400,
    (d) => `The field "${d.name}" has no order to sort by.`,
    'Sortable are string, number, boolean, date, select and url fields, and the three timestamps.',
  ),
  too_many_ids: row(
    400,
    () => 'ids takes at most 50 ids. Ask in several requests.',
    'At most 50 ids in one request.',
  ),
  permanent_media_urls_unavailable: row(
    400,
    () => 'This project keeps its files private: image addresses expire. Leave media_urls out.',
    'Permanent addresses exist only where the bucket may be read by everyone.',
  ),

  // Writing
  missing_required_field: row<Named>(
    400,
    (d) => `The field "${d.name}" is required.`,
    'A required field must not be missing, null, an empty text, an empty list or an empty document.',
  ),
  invalid_field_value: row<Named & Why>(
    400,
    (d) => `The value of "${d.name}" does not fit: ${d.why}.`,
    '`expected` says what the field takes, `got` what was sent. Nothing is converted: "5" is no number.',
  ),
  unknown_field: row<Named>(
    400,
    (d) => `There is no field "${d.name}" here.`,
    '`available_fields` lists the fields that exist.',
  ),
  unknown_link: row<{ id: string }>(
    400,
    (d) => `The id ${d.id} does not lead to what this field takes.`,
    '`expected` is the kind that the field takes, `got` the kind that the id really is, or `nothing`. An asset must be uploaded and confirmed first.',
  ),
  entry_referenced: row(
    409,
    () => 'Something still points here. Remove those links first.',
    '`referenced_by` lists the first 20 places.',
  ),
  invalid_richtext_document: row<Why>(
    400,
    (d) => `The document is not valid: ${d.why}.`,
    'A rich text value is {"version": 2, "content": [...]} or {"markdown": "..."}. GET /v1/introspection has the whole vocabulary under rich_text.',
  ),
  unknown_richtext_node: row<Named>(
    400,
    (d) => `Rich text knows no node or mark "${d.name}".`,
    'GET /v1/introspection lists the nodes and marks under rich_text.',
  ),
  invalid_published_at: row<Why>(
    400,
    (d) => `published_at ${d.why}.`,
    'A publish date is an RFC 3339 time, not before 1990. On entries it stands beside "publish": true.',
  ),
  published_at_too_far_ahead: row(
    400,
    () => 'published_at is more than a year ahead.',
    'A publish date lies at most one year ahead.',
  ),
  field_value_taken: row<Named>(
    409,
    (d) => `Another entry already has this value of "${d.name}".`,
    'The field is unique in its release.',
  ),

  // Defining types
  invalid_content_type: row<Why>(400, (d) => d.why, 'The definition of the type is not valid.'),
  invalid_field_definition: row<Why>(
    400,
    (d) => d.why,
    '`param` names the place in the definition, fields[2].options.min say.',
  ),
  content_type_kind_immutable: row<Slug>(
    409,
    (d) => `The kind of "${d.slug}" cannot change. Make a new type.`,
    'A type stays a singleton or a collection for its whole life.',
  ),
  field_type_immutable: row<Named>(
    409,
    (d) => `The type of "${d.name}" cannot change. Add a new field and move the values.`,
    'A field keeps its type; label, options and order may change.',
  ),
  field_being_removed: row<Named>(
    409,
    (d) => `Values of the removed field "${d.name}" are still being cleared. Try again shortly.`,
    'Until the old values are gone the key cannot come back with another type; with its own it waits for that, and is refused when there are very many.',
  ),
  choice_in_use: row<{ choice: string }>(
    409,
    (d) => `Entries still have the choice "${d.choice}". Change them first.`,
    'A choice of a select field can go when no entry, draft or live, has it.',
  ),
  content_type_referenced: row<Slug>(
    409,
    (d) => `Fields of other types point at "${d.slug}". Remove those fields first.`,
    'A type that another type’s reference field names cannot be deleted.',
  ),
} as const;
