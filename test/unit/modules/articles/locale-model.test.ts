import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyFirstDue,
  isVisible,
  type LocalizedItem,
  serveLocale,
  storedItem,
  unsaved,
  withStates,
} from '../../../../src/lifecycle/index.ts';
import { applyItemChange } from '../../../../src/lifecycle/locales/item-change.ts';
import { blogArticle, type BlogArticleValues } from '../../../../src/modules/index.ts';
import { type ArticleLocaleRow, articleRowsOf } from '../../../../src/modules/articles/locales/row.ts';
import {
  articleForm,
  mergeOwn,
  mergeShared,
  ownPatch,
} from '../../../../src/modules/articles/locales/values.ts';
import { articleRecord } from '../../../../src/modules/articles/store/derive.ts';
import type { ArticleRecord } from '../../../../src/modules/articles/store/schema.ts';
import { fallbackChain } from '../../../../src/projects/index.ts';
import { command, isValid, start, stateChanges, timeOf } from '../../lifecycle/locales/commands.ts';
import { type Command, fallbacks, locales, Model, type Values } from '../../lifecycle/locales/model.ts';

type BlogRecord = ArticleRecord<BlogArticleValues>;
type Change = Record<string, string | null>;

const { parts, addressesOf } = articleForm(blogArticle);
const project = { reviewIntervalDays: 90 };
const list = locales.map((id) => ({
  ...{ id, code: id, name: id, fallback: fallbacks[id] },
  ...{ partial: false, serves_entries: false },
}));
const readership = { list, addressesOf };
const defaultId = list[0]?.id ?? '';

/** Values of the model as an article has them: `strict` is the slug, which never falls back. */
function ownInput(own: Change) {
  const patch = {
    ...('title' in own ? { title: own['title'] ?? '' } : {}),
    ...('strict' in own ? { slug: own['strict'] ?? '' } : {}),
  };
  return ownPatch({ patch, seo: {} }, true);
}

function sharedInput(shared: Change) {
  const keys = { price: 'authors', sku: 'categories' } as const;
  const lists = Object.entries(shared).map(([key, value]) => [
    keys[key as keyof typeof keys],
    value === null ? [] : [value],
  ]);
  return Object.fromEntries(lists) as object;
}

function run(before: LocalizedItem, sent: Command, model: Model) {
  const { own, shared, publishesShared } = sent;
  const input = ownInput(own);
  const changes = stateChanges(sent, model).map(
    ([id, state]) => [id, { merge: (values: object) => mergeOwn({ ...values }, input), ...state }] as const,
  );
  const change = {
    locales: new Map(changes),
    mergeShared: (values: Readonly<Record<string, unknown>>) => mergeShared(values, sharedInput(shared)),
    publishesShared,
  };
  return applyItemChange(before, change, { readership, now: timeOf(model.minute) });
}

/** The article as it is stored, and its rows. */
function store(before: BlogRecord, item: LocalizedItem, now: Date) {
  const states = withStates<BlogArticleValues, BlogRecord>(before, item, { parts, defaultId, now });
  const record = articleRecord({ project }, blogArticle, 'art_1', states);
  return { record, rows: articleRowsOf(blogArticle, record, { list, project, now }) };
}

const itemOf = (record: BlogRecord): LocalizedItem => storedItem(record, parts, list);

/** The values of an article under the keys of the model. */
function modelValues({ title, slug, authors, categories }: Partial<BlogArticleValues>) {
  const texts = Object.entries({ title, strict: slug }).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const lists = Object.entries({ price: authors?.[0], sku: categories?.[0] });
  return {
    values: Object.fromEntries(texts) as Values,
    shared: Object.fromEntries(lists.filter(([, value]) => value !== undefined)) as Values,
  };
}

function ownFallbacks(from: Readonly<Record<string, string>> = {}) {
  return from['title'] === undefined ? {} : { title: from['title'] };
}

const minuteOf = (date: Date | null) => (date === null ? undefined : (date.getTime() - start) / 60_000);

/** What readers see with `fallback=entries`, `fields` and `none`. */
function viewOf(record: BlogRecord, id: string, mode: 'none' | 'fields' | 'entries', now: Date) {
  const { states, shared } = itemOf(record);
  const chain = fallbackChain(list, id);
  const served = serveLocale(states, { chain, mode, addresses: addressesOf({}), now });
  if (served === null) return null;
  const date = minuteOf(states.get(served.locale)?.published_at ?? null);
  const { locale, values, fallbacks: from } = served;
  return {
    locale,
    ...modelValues(parts.join(shared.live ?? {}, values)),
    fallbacks: ownFallbacks(from),
    date,
  };
}

/** What lists of a locale show with `fields` and `none`; undefined for rows that reads derive again. */
function rowView(
  rows: readonly ArticleLocaleRow<BlogArticleValues>[],
  id: string,
  mode: 'none' | 'fields',
  now: Date,
) {
  const row = rows.find(({ locale }) => locale === id);
  if (row === undefined || row.live === null || !isVisible(row, now)) return null;
  if (mode === 'fields' && row.valid_until !== undefined && row.valid_until <= now) return undefined;
  const live = mode === 'none' ? (row.own ?? row.live) : row.live;
  const from = mode === 'none' ? {} : ownFallbacks(row.fallbacks);
  return { locale: id, ...modelValues(live), fallbacks: from, date: minuteOf(row.published_at) };
}

describe('any sequence of writes of an article in several locales', () => {
  it('shows readers what the model shows, from the stored article and from its rows', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 12 }), (commands) => {
        const empty = unsaved<BlogArticleValues>(blogArticle.empty, timeOf(0));
        let record = { ...empty, _id: 'art_1' } as BlogRecord; // without derived keys
        let rows: ArticleLocaleRow<BlogArticleValues>[] = [];
        const model = new Model();
        for (const one of commands) {
          model.passTo(model.minute + one.wait);
          const now = timeOf(model.minute);
          const check = () => {
            for (const id of locales) {
              for (const mode of ['none', 'fields', 'entries'] as const)
                expect(viewOf(record, id, mode, now)).toEqual(model.view(id, mode));
              for (const mode of ['none', 'fields'] as const) {
                const view = rowView(rows, id, mode, now);
                if (id !== defaultId && view !== undefined) expect(view).toEqual(model.view(id, mode));
              }
            }
          };
          const { states } = itemOf(record);
          if (![...states.values()].some(({ pending }) => pending && pending.at <= now)) check();
          for (let due = applyFirstDue(itemOf(record), readership, now); due !== null;) {
            ({ record, rows } = store(record, due.after, now));
            due = applyFirstDue(itemOf(record), readership, now);
          }
          check();
          if (!isValid(one, model)) continue;
          const before = itemOf(record);
          const { after } = run(before, one, model);
          model.run(one);
          if (after !== before) ({ record, rows } = store(record, after, now));
          check();
        }
      }),
      { numRuns: 150 },
    );
  });
});
