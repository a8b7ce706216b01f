import { isDeepStrictEqual } from 'node:util';
import type {
  LocaleCheck,
  LocaleSample,
  LocaleSweep,
  ProjectWriter,
  Tx,
  WriteResult,
} from '../../../core/context/index.ts';
import {
  discardLocaleRowCount,
  dropVersions,
  findProjectInfo,
  haveSameRows,
  storedItem,
  withoutLocale,
  withStates,
} from '../../../lifecycle/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { writeProject } from '../../../projects/index.ts';
import type { ArticleModule } from '../module.ts';
import { articleRecord } from '../store/derive.ts';
import { findArticleRows, storeArticleRows } from '../store/locale-repository.ts';
import { findArticlesAfter, updateArticle } from '../store/repository.ts';
import type { ArticleRecord, ArticleValues } from '../store/schema.ts';
import { emitRemoval } from '../write/locales/removal-events.ts';
import { articleItem } from '../write/locales/store.ts';
import { articleRowsOf, type RowScope, usesLocaleStates, withReviewsIn } from './row.ts';
import { withTranslation } from './translation.ts';
import { articleParts } from './values.ts';

/** Articles that one transaction changes. Their bodies are large. */
const batchSize = 50;

/** Brings the articles of a module in line with the list of locales: their states, and their rows in further locales. */
export function articleSweep<V extends ArticleValues>(module: ArticleModule<V>): LocaleSweep {
  return {
    async run(writer, removed) {
      for (let after: string | null = ''; after !== null;) {
        const position: string = after;
        after = await writeProject(writer, (tx) => sweepBatch(tx, module, { after: position, removed }));
      }
    },
    async rebuild(db, { reviewIntervalDays, ...imported }) {
      const scope = { ...imported, project: { reviewIntervalDays } };
      for (let after: string | null = ''; after !== null;)
        after = (await matchBatch(db, module, { after, scope })).next;
    },
    check: (db, sample) => checkArticles(db, module, sample),
  };
}

/** Changes the next articles after a slug. @returns the slug of the last one; null when none is left */
async function sweepBatch<V extends ArticleValues>(
  tx: Tx<ProjectWriter>,
  module: ArticleModule<V>,
  { after, removed }: { after: string; removed: readonly string[] },
): Promise<WriteResult<string | null>> {
  const { list } = await tx.locales();
  const project = await findProjectInfo(tx.db);
  if (project === null) return tx.unchanged(null);
  const scope = { list, project, now: tx.now };
  const report = (article: ArticleRecord<V>) => emitRemoval(tx, module, article);
  const { ids, next } = await matchBatch(tx.db, module, { after, scope, report });
  const versions = ids.flatMap((id) => removed.map((locale) => articleItem(id, locale)));
  if (versions.length > 0) await dropVersions(tx.db, versions);
  if (ids.length > 0) await discardLocaleRowCount(tx.db);
  return ids.length === 0 ? tx.unchanged(null) : tx.continued(next);
}

interface Batch<V extends ArticleValues> {
  after: string;
  scope: RowScope;
  /** Emits the event of an article that lost removed locales, and returns the article with its revision. */
  report?: (article: ArticleRecord<V>) => Promise<ArticleRecord<V>>;
}

/** Matches the next articles after a slug. @returns their ids, and the last slug; null after the last batch */
async function matchBatch<V extends ArticleValues>(
  db: ProjectDb,
  module: ArticleModule<V>,
  { after, scope, report }: Batch<V>,
): Promise<{ ids: string[]; next: string | null }> {
  const batch = await findArticlesAfter(db, module, { after, limit: batchSize });
  for (const stored of batch) {
    const article = (await report?.(stored)) ?? stored;
    await matchArticle(db, module, { stored, article }, scope);
  }
  const next = batch.length < batchSize ? null : (batch.at(-1)?.slug ?? null);
  return { ids: batch.map(({ _id }) => _id), next };
}

/** Stores an article without states of removed locales, and derives its translation states and rows. */
async function matchArticle<V extends ArticleValues>(
  db: ProjectDb,
  module: ArticleModule<V>,
  { stored, article: before }: { stored: ArticleRecord<V>; article: ArticleRecord<V> },
  scope: RowScope,
): Promise<void> {
  const { list, project, now } = scope;
  if (!usesLocaleStates(before, list))
    return updateIfDifferent(db, stored, withTranslation(module, before, list));
  const parts = articleParts(module);
  const item = storedItem(before, parts, list);
  const removed = Object.keys(before.locales ?? {}).filter((id) => list.every((one) => one.id !== id));
  // A locale that was removed may have been the last live one, with which the shared values end.
  const remainingItem = removed.reduce(
    (rest, id) => ({ ...withoutLocale(rest, id), revision: rest.revision }),
    item,
  );
  const options = { parts, defaultId: list[0]?.id ?? '', now };
  const states = withReviewsIn(withStates<V, ArticleRecord<V>>(before, remainingItem, options), list);
  const record = withTranslation(module, articleRecord({ project }, module, before._id, states), list);
  await updateIfDifferent(db, stored, record);
  await storeArticleRows(db, { id: record._id, rows: articleRowsOf(module, record, scope) });
}

async function updateIfDifferent<V extends ArticleValues>(
  db: ProjectDb,
  before: ArticleRecord<V>,
  record: ArticleRecord<V>,
): Promise<void> {
  if (!isDeepStrictEqual(record, before)) await updateArticle(db, before, record);
}

/** Compares the rows and translation states of some articles with a fresh derivation. */
async function checkArticles<V extends ArticleValues>(
  db: ProjectDb,
  module: ArticleModule<V>,
  { list, now, reviewIntervalDays, position, size }: LocaleSample,
): Promise<LocaleCheck> {
  const start = String.fromCodePoint(97 + Math.floor(position * 26)); // a letter with which slugs begin
  const fromStart = await findArticlesAfter(db, module, { after: start, limit: size });
  const sample =
    fromStart.length === size ? fromStart : await findArticlesAfter(db, module, { after: '', limit: size });
  const storedRows = await findArticleRows<V>(
    db,
    sample.map(({ _id }) => _id),
  );
  const scope = { list, now, project: { reviewIntervalDays } };
  const isOutdated = (article: ArticleRecord<V>) => {
    const stored = storedRows.filter(({ id }) => id === article._id);
    const { translation } = withTranslation(module, article, list);
    return (
      !haveSameRows(stored, articleRowsOf(module, article, scope), now) ||
      !isDeepStrictEqual(translation, article.translation)
    );
  };
  return { checked: sample.length, outdated: sample.filter(isOutdated).map(({ _id }) => _id) };
}
