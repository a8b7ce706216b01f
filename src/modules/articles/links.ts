import type { Link } from '../../contract/fields/links.ts';
import { earliest } from '../../contract/time.ts';
import type { LinkSource } from '../../core/context/index.ts';

import type { ArticleModule } from './module.ts';
import { findTitles } from './store/repository.ts';
import type { ArticleValues } from './store/schema.ts';
import { isVisible, nextMoment } from '../../lifecycle/index.ts';

/**
 * Resolves links and references to a module's articles; a link to an article that is not live returns null
 * (specification: read-forms).
 */
export function articleLinks<V extends ArticleValues>(module: ArticleModule<V>): LinkSource {
  return {
    kind: module.kind,
    async existing(context, ids) {
      const titles = await findTitles(context.db, module, ids);
      return new Map(titles.map((article) => [article._id, { live: isVisible(article, context.now) }]));
    },
    async resolve(context, ids) {
      let validUntil: Date | null = null;
      const links = new Map<string, Link>();
      for (const article of await findTitles(context.db, module, ids)) {
        const { _id, slug, live } = article;
        validUntil = earliest(validUntil, nextMoment(article, context.now));
        if (live === null || !isVisible(article, context.now)) continue;
        const url = `${module.path}/${slug}`;
        links.set(_id, { id: _id, type: module.kind, title: live.title, slug, url });
      }
      return { byId: links, validUntil };
    },
  };
}
