import type { TSchema } from '@sinclair/typebox';
import type { TranslationItem, TranslationKind, TranslationListQuery } from '../../../core/context/index.ts';
import { bodyChecker } from '../../../core/http/index.ts';
import {
  checkSequence,
  confirmTexts,
  isVisibleIn,
  itemTextsOf,
  storedItem,
  translationSource,
  translationStateOf,
} from '../../../lifecycle/index.ts';
import type { ArticleModule } from '../module.ts';
import { findArticle, updateArticle } from '../store/repository.ts';
import type { ArticleRecord, ArticleValues } from '../store/schema.ts';
import { countArticleTranslations, findArticleTranslations } from '../store/translation-repository.ts';
import { articleTitleOf, auditedArticle } from '../write/audited.ts';
import { type ArticleBody, type ArticleInput, readArticleInput } from '../write/input.ts';
import { changeArticle, type WritePlan } from '../write/write.ts';
import { articleTextKeys, articleTexts, withTranslation } from './translation.ts';
import { articleParts } from './values.ts';

/** The articles of a module whose texts are translated. */
export function translatedArticles<V extends ArticleValues>(
  module: ArticleModule<V>,
  changeSchema: TSchema,
): TranslationKind {
  const checkBody = bodyChecker(changeSchema);
  return {
    kind: module.kind,
    async list({ db, now }, query) {
      const { items, next } = await findArticleTranslations(db, module, query);
      return { items: items.map((article) => listedArticle(module, article, { ...query, now })), next };
    },
    async readTexts({ db }, { id, ...target }) {
      const record = await findArticle(db, module, id);
      if (record === null) return null;
      return itemTextsOf(storedItem(record, articleParts(module), target.list), {
        ...target,
        texts: articleTexts,
      });
    },
    async writeTexts(context, { id, locale, list, values, translatedFrom, sequence }) {
      const body = checkBody({ ...Object.fromEntries(values), translated_from: translatedFrom });
      const plan: WritePlan<V> = (tx, before) => {
        if (before !== null) checkSequence(storedItem(before, articleParts(module), list).revision, sequence);
        const input = readArticleInput(body as ArticleBody, tx);
        return { ...(input as ArticleInput<V>), draftOnly: true }; // its patch has keys of all articles only
      };
      await changeArticle({ ...context, writtenLocale: locale.code }, module, id, plan);
    },
    count: ({ db }, keys, max) => countArticleTranslations(db, module, { keys, max }),
    async confirm(tx, { id, locale, list, fields }) {
      const before = await findArticle(tx.db, module, id);
      if (before === null) return null;
      const item = storedItem(before, articleParts(module), list);
      const target = { list, locale, texts: articleTexts };
      const confirmedItem = confirmTexts(item, { ...target, fields });
      const result = {
        ...translationStateOf(id, confirmedItem, target),
        fields: articleTextKeys,
      };
      const state = confirmedItem.states.get(locale.id);
      if (state === undefined || confirmedItem === item) return { ...result, audit: null };
      const article = { ...before, locales: { ...before.locales, [locale.id]: state } };
      await updateArticle(tx.db, before, withTranslation(module, article, list));
      const { subject } = auditedArticle(module, before);
      const action = 'article.changed' as const;
      return { ...result, audit: { action, subject, revision: item.revision, changed: ['translation'] } };
    },
  };
}

function listedArticle<V extends ArticleValues>(
  module: ArticleModule<V>,
  record: ArticleRecord<V>,
  { list, locale, now }: TranslationListQuery & { now: Date },
): TranslationItem {
  const item = storedItem(record, articleParts(module), list);
  const { source, sourceState } = translationSource(item, { list, locale });
  const title = textOf(sourceState?.live?.['title']) ?? articleTitleOf(record);
  const slug = textOf(item.states.get(locale.id)?.draft['slug']) ?? record.slug;
  return {
    type: null,
    title,
    ...translationStateOf(record._id, item, { list, locale, texts: articleTexts }),
    source,
    live: isVisibleIn(item.states, locale.id, now),
    updated_at: (record.translation?.at ?? record.updated_at).toISOString(),
    url: `${module.path}/${slug}?locale=${locale.code}`,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
