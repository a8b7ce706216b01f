import type { PageQuery } from '../../contract/paging.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { checkMediaUrls } from '../../content/index.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import type { RouteResponse } from '../../core/http/index.ts';
import { answerTerm, answerTerms, type SerializeTerms } from './responses.ts';
import type { TermRecord, TermValues } from './schema.ts';
import type { Taxonomy } from './taxonomy.ts';
import { changeTerm, createTerm, readTerm, removeTerm } from './write.ts';

/** What differs between the kinds of named things; the rest of reading and writing one is the same. */
export interface TermResource<R extends TermRecord, W extends { slug?: string | null }, O> {
  kind: Taxonomy<R>;
  /** Where they are listed, like `/v1/authors`. */
  path: string;
  /** Lays a body over what is stored (null at creation) and refuses what must not be; inside the transaction. */
  values: (tx: ProjectContext, before: R | null, body: W) => Promise<TermValues<R>>;
  serve: SerializeTerms<R, O>;
  /** Throws `entry_referenced` while something needs the record. */
  protect: (tx: ProjectContext, record: R) => Promise<void>;
}

/** Reads and writes of one named thing, each with its answer. */
export interface TermOperations<W, O> {
  /** By slug or id. @throws the kind's own 404 */
  read: (context: ProjectContext, slug: string) => Promise<RouteResponse<O>>;
  /** @throws slug_taken, and what `values` throws */
  create: (context: ProjectContext, body: W) => Promise<RouteResponse<O>>;
  /** PATCH: keys that are left out stay, null clears. @throws nothing_to_update, the 404, and as creation */
  change: (context: ProjectContext, slug: string, body: W) => Promise<RouteResponse<O>>;
  /** @throws the 404, revision_conflict, and what `protect` throws */
  remove: (context: ProjectContext, slug: string) => Promise<void>;
}

/** The same for kinds that are listed by name and have images. */
export interface ListedOperations<W, O extends object> extends Omit<TermOperations<W, O>, 'read'> {
  /** All of them by name. @throws invalid_cursor, permanent_media_urls_unavailable */
  list: (
    context: ProjectContext,
    query: PageQuery & MediaQuery,
  ) => ReturnType<typeof answerTerms<TermRecord, O>>;
  /** By slug or id. @throws the kind's own 404, permanent_media_urls_unavailable */
  read: (context: ProjectContext, slug: string, query: MediaQuery) => Promise<RouteResponse<O>>;
  /** The id of the one that a filter names, by slug or id. @throws the kind's own 404 */
  idOf: (context: ProjectContext, slugOrId: string) => Promise<string>;
}

type MediaQuery = Parameters<typeof checkMediaUrls>[1];

export function listedTermOperations<
  R extends TermRecord,
  W extends { slug?: string | null },
  O extends object,
>(resource: TermResource<R, W, O>): ListedOperations<W, O> {
  const one = termOperations(resource);
  return {
    ...one,
    async list(context, query) {
      checkMediaUrls(context, query);
      return answerTerms(context, resource, query);
    },
    async read(context, slug, query) {
      checkMediaUrls(context, query);
      return one.read(context, slug);
    },
    idOf: async (context, slugOrId) => (await readTerm(context, resource.kind, slugOrId))._id,
  };
}

export function termOperations<R extends TermRecord, W extends { slug?: string | null }, O>(
  resource: TermResource<R, W, O>,
): TermOperations<W, O> {
  const { kind, path, values, serve, protect } = resource;
  return {
    read: async (context, slug) => answerTerm(context, serve, await readTerm(context, kind, slug)),
    create: async (context, body) => {
      const record = await createTerm(context, kind, body.slug ?? null, (tx) => values(tx, null, body));
      return answerTerm(context, serve, record, `${path}/${record.slug}`);
    },
    change: async (context, slug, body) => {
      if (Object.keys(body).length === 0) throw apiError('nothing_to_update', {});
      const record = await changeTerm(context, kind, slug, {
        slug: body.slug,
        values: (before, tx) => values(tx, before, body),
      });
      return answerTerm(context, serve, record);
    },
    remove: (context, slug) => removeTerm(context, kind, slug, (record, tx) => protect(tx, record)),
  };
}
