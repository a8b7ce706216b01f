import type { Link } from '../../contract/fields/links.ts';
import { earliest } from '../../contract/time.ts';
import { type LinkSource, withDocuments } from '../../core/context/index.ts';
import { currentArticles, withArticleRows } from './locales/serve.ts';
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
      const titles = await findTitles(withDocuments(context).db, module, ids);
      const isLive = ({ periods, ...article }: (typeof titles)[number]) =>
        (periods ?? [article]).some((period) => isVisible(period, context.now));
      return new Map(titles.map((article) => [article._id, { live: isLive(article) }]));
    },
    async resolve(context, ids) {
      let validUntil: Date | null = null;
      const links = new Map<string, Link>();
      const rows = await findTitles(withArticleRows(context).db, module, ids);
      for (const article of await currentArticles(context, module, rows)) {
        const { _id, slug, live } = article;
        validUntil = earliest(validUntil, nextMoment(article, context.now));
        if (live === null || !isVisible(article, context.now)) continue;
        const inLocale = context.locale === undefined ? '' : `?locale=${context.locale.code}`;
        const url = `${module.path}/${slug}${inLocale}`;
        links.set(_id, { id: _id, type: module.kind, title: live.title, slug, url });
      }
      return { byId: links, validUntil };
    },
  };
}
