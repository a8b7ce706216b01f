import type { PageQuery } from '../../contract/paging.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { checkMediaUrls } from '../../content/index.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import type { RouteResponse } from '../../core/http/index.ts';
import { respondWithTerm, respondWithTerms, respondWithWritten, type SerializeTerms } from './responses.ts';
import type { TermBody } from './locales/write.ts';
import type { TermRecord, TermValues } from './schema.ts';
import type { Taxonomy } from './taxonomy.ts';
import { changeTerm, createTerm, readTerm, removeTerm, removeTermLocale } from './write.ts';

/** The differences between the kinds of terms. */
export interface TermResource<R extends TermRecord, W extends TermBody, O> {
  kind: Taxonomy<R>;
  /** The path of their list, such as `/v1/authors`. */
  path: string;
  /**
   * Merges a body into the stored values (null at creation) and rejects invalid ones; runs inside the
   * transaction.
   */
  values: (tx: ProjectContext, before: R | null, body: W) => Promise<TermValues<R>>;
  serialize: SerializeTerms<R, O>;
  /** Throws `entry_referenced` while something refers to the record. */
  protect: (tx: ProjectContext, record: R) => Promise<void>;
}

/** Reads and writes of a term, each with its response. */
export interface TermOperations<W, O> {
  /** Finds a term by slug or id. @throws the kind's own 404 */
  read: (context: ProjectContext, slug: string) => Promise<RouteResponse<O>>;
  /** @throws slug_taken, and errors of `values` */
  create: (context: ProjectContext, body: W) => Promise<RouteResponse<O>>;
  /**
   * Omitted keys keep their values, null clears.
   * @throws nothing_to_update, the 404, and errors of a creation
   */
  change: (context: ProjectContext, slug: string, body: W) => Promise<RouteResponse<O>>;
  /** `create` without building the response. */
  add: (context: ProjectContext, body: W) => Promise<{ record: TermRecord }>;
  /** `change` without building the response. */
  update: (context: ProjectContext, slug: string, body: W) => Promise<{ record: TermRecord }>;
  /** @throws the 404, revision_conflict, and errors of `protect` */
  remove: (context: ProjectContext, slug: string) => Promise<void>;
}

/** Operations of kinds that are listed by name and have images. */
export interface ListedOperations<W, O extends object> extends Omit<TermOperations<W, O>, 'read'> {
  /** Lists all terms by name. @throws invalid_cursor, permanent_media_urls_unavailable */
  list: (
    context: ProjectContext,
    query: PageQuery & MediaQuery,
  ) => ReturnType<typeof respondWithTerms<TermRecord, O>>;
  /** Finds a term by slug or id. @throws the kind's own 404, permanent_media_urls_unavailable */
  read: (context: ProjectContext, slug: string, query: MediaQuery) => Promise<RouteResponse<O>>;
  /** Returns the id of a filter's term, by slug or id. @throws the kind's own 404 */
  idOf: (context: ProjectContext, slugOrId: string) => Promise<string>;
}

type MediaQuery = Parameters<typeof checkMediaUrls>[1];

export function listedTermOperations<R extends TermRecord, W extends TermBody, O extends object>(
  resource: TermResource<R, W, O>,
): ListedOperations<W, O> {
  const operations = termOperations(resource);
  return {
    ...operations,
    async list(context, query) {
      checkMediaUrls(context, query);
      return respondWithTerms(context, resource, query);
    },
    async read(context, slug, query) {
      checkMediaUrls(context, query);
      return operations.read(context, slug);
    },
    idOf: async (context, slugOrId) => (await readTerm(context, resource.kind, slugOrId))._id,
  };
}

export function termOperations<R extends TermRecord, W extends TermBody, O>(
  resource: TermResource<R, W, O>,
): TermOperations<W, O> {
  const { kind, path, protect } = resource;
  return {
    read: async (context, slug) => respondWithTerm(context, resource, await readTerm(context, kind, slug)),
    create: async (context, body) =>
      respondWithWritten(context, resource, { ...(await createTerm(context, resource, body)), path }),
    change: async (context, slug, body) => {
      if (Object.keys(body).length === 0) throw apiError('nothing_to_update', {});
      return respondWithWritten(context, resource, await changeTerm(context, resource, slug, body));
    },
    add: (context, body) => createTerm(context, resource, body),
    update: (context, slug, body) => changeTerm(context, resource, slug, body),
    remove: (context, slug) =>
      context.writtenLocale === undefined
        ? removeTerm(context, kind, slug, (record, tx) => protect(tx, record))
        : removeTermLocale(context, kind, slug),
  };
}
