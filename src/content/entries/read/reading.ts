import { urlValue } from '../../../contract/text/clip.ts';
import { idPrefixes, isId } from '../../../contract/ids.ts';
import { Problem, problem, type ProblemHints } from '../../../contract/errors/problem.ts';
import { slugPattern } from '../../../contract/text/slugs.ts';
import { loadShape, type TypeShape } from '../../types/lookup.ts';
import type { TypeRecord } from '../../types/schema.ts';
import type { EntryRecord } from '../store/schema.ts';
import { findEntry, findSingleton } from '../store/repository.ts';
import type { Field } from '../../fields/schema.ts';
import { fieldKindOf } from '../../fields/kinds.ts';
import { checkMediaUrls } from '../../links/media-urls.ts';
import type { ReleaseCall } from '../../../core/context/index.ts';
import { type Answer, answer } from '../../../core/http/index.ts';
import { statusAt, visibleAt } from '../../../lifecycle/index.ts';
import { narrowed } from './chosen-fields.ts';
import type { ReferenceItem } from './references.ts';
import { FieldTooLarge, referenceResolver } from './resolve.ts';
import type { Entry, ReadQuery } from '../schema.ts';
import { serializeEntry } from '../serialize.ts';

const slugForm = new RegExp(slugPattern);

/** A collection type by its slug. @throws unknown_content_type, not_a_collection */
export async function loadCollection(call: ReleaseCall, slug: string): Promise<TypeShape> {
  const type = await loadShape(call, slug);
  if (type.kind === 'singleton') throw problem('not_a_collection', { slug }, { param: 'type' });
  return type;
}

/** An entry of a type, live or not. @throws unknown_entry */
export async function loadEntry(call: ReleaseCall, type: TypeRecord, entryId: string): Promise<EntryRecord> {
  const isWellFormed = isId('entry', entryId);
  if (isWellFormed) call.seen?.entry(entryId, type.slug);
  const found = isWellFormed ? await findEntry(call.db, entryId) : null;
  if (found === null || found.type !== type.slug) throw unknownEntry(call, type, entryId);
  return found;
}

/** The error for an id that leads to no entry of the type; a slug, or an id of another system, is named as such. */
function unknownEntry({ db }: ReleaseCall, { slug, fields }: TypeRecord, entryId: string): Problem {
  if (entryId.startsWith(`${idPrefixes.entry}_`))
    return problem('unknown_entry', { entryId }, { param: 'entryId' });
  const list = listPath(db, slug);
  const isSlug = slugForm.test(entryId) && /[a-z]/.test(entryId) && fields.some(isSlugField);
  const advice = isSlug
    ? `To find an entry by slug, use ${list}?where[slug]=${urlValue(entryId)}.`
    : `Use GET ${list} to list entries.`;
  return new Problem('unknown_entry', `Entry IDs begin with ent_. ${advice}`, { param: 'entryId' });
}

/**
 * One published entry of a collection.
 * @throws unknown_content_type, not_a_collection, unknown_field, unknown_entry, entry_not_published
 */
export async function readEntry(
  call: ReleaseCall,
  slug: string,
  entryId: string,
  query: ReadQuery,
): Promise<Answer<Entry>> {
  checkMediaUrls(call, query);
  const type = await loadCollection(call, slug);
  const shown = narrowed(type, query);
  if (entryId === 'entries') throw entriesPath(call, type);
  const entry = await loadEntry(call, type, entryId);
  const values = visibleAt(entry, call.now);
  if (values === null) {
    const hints = whenAvailable(call, entry);
    throw problem('entry_not_published', { entryId, availableAt: hints.available_at }, hints);
  }
  const { served, validUntil } = await serveOne(call, { type: shown, values });
  return answer(serializeEntry(entry, served), {
    revision: entry.live_revision ?? entry.revision,
    validUntil,
  });
}

function isSlugField(field: Field): boolean {
  return field.key === 'slug' && fieldKindOf(field).operators.includes('eq');
}

/** The path of the list that serves these entries: the API's, or that of previews. */
function listPath({ readsDrafts }: ReleaseCall['db'], slug: string): string {
  return `${readsDrafts ? '/preview' : ''}/v1/content/${slug}`;
}

/** The path of creations, which callers read as that of the list. */
function entriesPath({ db }: ReleaseCall, { slug }: TypeRecord): Problem {
  const message = `To list entries, use GET ${listPath(db, slug)}. The path /entries is only for POST.`;
  return new Problem('unknown_entry', message, { param: 'entryId' });
}

/** A singleton's published values, bare (specification: envelope). @throws unknown_field, content_not_published */
export async function readSingleton(
  call: ReleaseCall,
  type: TypeShape,
  query: ReadQuery,
): Promise<Answer<Record<string, unknown>>> {
  checkMediaUrls(call, query);
  const shown = narrowed(type, query);
  call.seen?.entriesOf(type.slug);
  const entry = await findSingleton(call.db, type.slug);
  const values = visibleAt(entry, call.now);
  if (entry === null || values === null)
    throw problem('content_not_published', { slug: type.slug }, whenAvailable(call, entry));
  call.seen?.entry(entry.id, type.slug);
  const { served, validUntil } = await serveOne(call, { type: shown, values });
  return answer(served, { revision: entry.live_revision ?? entry.revision, validUntil });
}

/** @throws query_too_expensive with the field that makes the answer too large */
async function serveOne(call: ReleaseCall, item: ReferenceItem) {
  const { serve, validUntil } = await referenceResolver(call, [item]);
  try {
    return { served: await serve(item), validUntil };
  } catch (error) {
    throw error instanceof FieldTooLarge ? tooLarge(call, error.field) : error;
  }
}

/** The refusal of an answer that is larger than answers may be, because of a field or a parameter. */
export function tooLarge({ bounds }: ReleaseCall, name: string): Problem {
  return problem('query_too_expensive', { name, bytesMax: bounds.answerBytesMax }, { param: name });
}

/** Of something scheduled: the date at which it appears. */
function whenAvailable(call: ReleaseCall, entry: EntryRecord | null): ProblemHints {
  const isComing = entry !== null && statusAt(entry, call.now) === 'scheduled';
  return isComing && entry.live_at !== null ? { available_at: entry.live_at.toISOString() } : {};
}
