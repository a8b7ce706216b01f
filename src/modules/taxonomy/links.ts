import type { LinkSource } from '../../core/context/index.ts';
import { servedTerm } from './locales/served.ts';
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
      const links = terms.map((stored) => {
        const record = servedTerm(stored, kind, context.db.locale);
        const url = kind.urlOf(record.slug);
        return {
          id: record._id,
          type: kind.kind,
          title: kind.nameOf(record),
          slug: record.slug,
          url: url === null || context.locale === undefined ? url : `${url}?locale=${context.locale.code}`,
        };
      });
      return { byId: new Map(links.map((link) => [link.id, link])), validUntil: null };
    },
  };
}
