import type { PageQuery } from '../../contract/paging.ts';
import { problem } from '../../contract/errors/problem.ts';
import { checkMediaUrls } from '../../content/index.ts';
import type { ProjectCall } from '../../core/context/index.ts';
import type { Answer } from '../../core/http/index.ts';
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
  values: (inside: ProjectCall, before: R | null, body: W) => Promise<TermValues<R>>;
  serve: SerializeTerms<R, O>;
  /** Throws `entry_referenced` while something needs the record. */
  protect: (inside: ProjectCall, record: R) => Promise<void>;
}

/** Reads and writes of one named thing, each with its answer. */
export interface TermOperations<W, O> {
  /** By slug or id. @throws the kind's own 404 */
  read: (call: ProjectCall, slug: string) => Promise<Answer<O>>;
  /** @throws slug_taken, and what `values` throws */
  create: (call: ProjectCall, body: W) => Promise<Answer<O>>;
  /** PATCH: keys that are left out stay, null clears. @throws nothing_to_update, the 404, and as creation */
  change: (call: ProjectCall, slug: string, body: W) => Promise<Answer<O>>;
  /** @throws the 404, revision_conflict, and what `protect` throws */
  remove: (call: ProjectCall, slug: string) => Promise<void>;
}

/** The same for kinds that are listed by name and have images. */
export interface ListedOperations<W, O extends object> extends Omit<TermOperations<W, O>, 'read'> {
  /** All of them by name. @throws invalid_cursor, permanent_media_urls_unavailable */
  list: (call: ProjectCall, query: PageQuery & MediaQuery) => ReturnType<typeof answerTerms<TermRecord, O>>;
  /** By slug or id. @throws the kind's own 404, permanent_media_urls_unavailable */
  read: (call: ProjectCall, slug: string, query: MediaQuery) => Promise<Answer<O>>;
  /** The id of the one that a filter names, by slug or id. @throws the kind's own 404 */
  idOf: (call: ProjectCall, slugOrId: string) => Promise<string>;
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
    async list(call, query) {
      checkMediaUrls(call, query);
      return answerTerms(call, resource, query);
    },
    async read(call, slug, query) {
      checkMediaUrls(call, query);
      return one.read(call, slug);
    },
    idOf: async (call, slugOrId) => (await readTerm(call, resource.kind, slugOrId))._id,
  };
}

export function termOperations<R extends TermRecord, W extends { slug?: string | null }, O>(
  resource: TermResource<R, W, O>,
): TermOperations<W, O> {
  const { kind, path, values, serve, protect } = resource;
  return {
    read: async (call, slug) => answerTerm(call, serve, await readTerm(call, kind, slug)),
    create: async (call, body) => {
      const record = await createTerm(call, kind, body.slug ?? null, (inside) => values(inside, null, body));
      return answerTerm(call, serve, record, `${path}/${record.slug}`);
    },
    change: async (call, slug, body) => {
      if (Object.keys(body).length === 0) throw problem('nothing_to_update', {});
      const record = await changeTerm(call, kind, slug, {
        slug: body.slug,
        values: (before, inside) => values(inside, before, body),
      });
      return answerTerm(call, serve, record);
    },
    remove: (call, slug) => removeTerm(call, kind, slug, (record, inside) => protect(inside, record)),
  };
}
