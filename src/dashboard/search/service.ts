import { apiError } from '../../contract/errors/api-error.ts';
import { type SearchItem, type SearchKind, searchKinds } from '../../contract/search.ts';
import type { MemberContext } from '../../core/http/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import { newestRows } from '../../projects/index.ts';
import { excerptOf } from './excerpt.ts';
import { findCandidates, readTerms } from './query.ts';
import { findCurrentRows, findTitles, wordsRank } from './repository.ts';
import { type RecentItems, searchLimits, type SearchQuery, type SearchResults } from './schema.ts';

/** Candidates beyond the page, in case some of them were deleted a moment ago. */
const spare = 30;
const recentMax = 20;
/** Rows of the audit log that are read for the recent items; one item often has several. */
const recentRows = 300;

/**
 * Searches the drafts of the release, the modules and the files (specification: dashboard). Deleted items and items
 * outside the member's access are never returned.
 * @throws invalid_parameter
 */
export async function search(context: ReleaseContext, query: SearchQuery): Promise<SearchResults> {
  const { db, now } = context;
  const limit = query.limit ?? searchLimits.resultsDefault;
  const kinds = query.kind === undefined ? null : readKinds(query.kind);
  const terms = readTerms(query.q);
  const max = limit + 1 + spare;
  const candidates = await context.withConcurrencyLimit(() => findCandidates(db, terms, { kinds, max }));
  const current = await findCurrentRows(db, candidates);
  const items = candidates.flatMap((candidate): SearchItem[] => {
    const { rank, kind, title, type } = candidate;
    const currentRow = current.get(candidate.id);
    const listedItem = currentRow?.source.listed(currentRow.row, now);
    if (currentRow === undefined || listedItem === undefined || listedItem === null) return [];
    const isTitle = rank < wordsRank;
    const match = isTitle ? 'title' : 'words';
    const excerpt = isTitle ? null : excerptOf(candidate.text, terms.words);
    return [{ kind, type, title, ...listedItem, ...commonKeys(currentRow), match, excerpt }];
  });
  return { data: items.slice(0, limit), meta: { limit, has_more: items.length > limit } };
}

/**
 * Lists the items that the member changed last, by the audit log. It has one row for the draft saves of five minutes, so
 * the order is exact to that.
 */
export async function listRecent(context: MemberContext & ReleaseContext): Promise<RecentItems> {
  const { db, now, person } = context;
  const rows = await newestRows(db, { 'actor.id': person.id }, { before: null, limit: recentRows });
  const ofRelease = rows.filter(({ release_id: id }) => id === undefined || id === db.releaseId);
  const subjects = ofRelease.flatMap(({ subject: { id, type = null, title = '', kind }, at }) =>
    isSearchKind(kind) ? [{ kind, id, type, title, at }] : [],
  );
  const changes = subjects.filter(({ id }, i) => subjects.findIndex((other) => other.id === id) === i);
  const [current, titles] = await Promise.all([findCurrentRows(db, changes), findTitles(db, changes)]);
  const titleRows = new Map(titles.map((row) => [row.id, row]));
  const items = changes.flatMap(({ kind, id, type, title, at }): SearchItem[] => {
    const currentRow = current.get(id);
    const listedItem = currentRow?.source.listed(currentRow.row, now);
    if (currentRow === undefined || listedItem === undefined || listedItem === null) return [];
    const titleRow = titleRows.get(id);
    const isNewer = titleRow !== undefined && (title === '' || titleRow.updated_at > at);
    const shownTitle = isNewer ? titleRow.title : title;
    return [
      { kind, type, title: shownTitle, ...listedItem, ...commonKeys(currentRow), match: null, excerpt: null },
    ];
  });
  return { data: items.slice(0, recentMax) };
}

function commonKeys({ row, typeName }: { row: { updated_at: Date }; typeName: string | null }) {
  return { type_name: typeName, updated_at: row.updated_at.toISOString() };
}

function isSearchKind(kind: string): kind is SearchKind {
  return (searchKinds as readonly string[]).includes(kind);
}

function readKinds(text: string): SearchKind[] {
  return text.split(',').map((kind) => {
    if (isSearchKind(kind)) return kind;
    const why = `contains "${kind}"; use one or more of ${searchKinds.join(', ')}, separated by commas`;
    throw apiError('invalid_parameter', { name: 'kind', why }, { param: 'kind' });
  });
}
