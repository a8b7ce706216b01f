import type { LinkSource } from '../../core/context/index.ts';
import { findTerms } from './repository.ts';
import type { TermRecord } from './schema.ts';
import type { Taxonomy } from './taxonomy.ts';

/** Resolves links and references to records of a kind; all of them are live, because they have no drafts. */
export function termLinks<R extends TermRecord>(kind: Taxonomy<R>): LinkSource {
  return {
    kind: kind.kind,
    async existing(context, ids) {
      const terms = await findTerms(context.db, kind.collection, ids);
      return new Map(terms.map((record) => [record._id, { live: true }]));
    },
    async resolve(context, ids) {
      const terms = await findTerms(context.db, kind.collection, ids);
      const links = terms.map((record) => ({
        id: record._id,
        type: kind.kind,
        title: kind.nameOf(record),
        slug: record.slug,
        url: kind.urlOf(record.slug),
      }));
      return { byId: new Map(links.map((link) => [link.id, link])), validUntil: null };
    },
  };
}
