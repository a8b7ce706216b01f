import type { LocaleRecord, ProjectContext } from '../../../core/context/index.ts';
import {
  type LocalizedItem,
  type OwnValues,
  recordIn,
  serveDraft,
  storedItem,
  translationIn,
} from '../../../lifecycle/index.ts';
import { editedLocale } from '../../../projects/index.ts';
import { writtenKeysOf } from '../locales/response.ts';
import { reviewedIn } from '../locales/row.ts';
import { articleTextKeys } from '../locales/translation.ts';
import { articleForm, articleParts, bodyKeys, writtenForm } from '../locales/values.ts';
import type { ArticleModule } from '../module.ts';
import type { ArticleRecord, ArticleValues, EditorArticle } from '../store/schema.ts';

/** An article in the locale that its editor shows. */
export interface EditedArticle<V extends ArticleValues> {
  /** The article as if it had only this locale. */
  article: ArticleRecord<V>;
  stored: ArticleRecord<V>;
  item: LocalizedItem;
  locale: LocaleRecord;
  list: readonly LocaleRecord[];
}

/** The article in the locale of the editor; null if the project has one locale. @throws unknown_locale */
export function editedArticle<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  stored: ArticleRecord<V>,
): EditedArticle<V> | null {
  const locale = editedLocale(context);
  if (locale === null) return null;
  const { project, now } = context;
  const { list } = project.locales;
  const parts = articleParts(module);
  const item = storedItem(stored, parts, list);
  const view = recordIn<V, ArticleRecord<V>>(stored, { item, locale: locale.id, parts, now });
  const slug = view.draft.slug === '' ? stored.slug : view.draft.slug;
  const reviewed = { ...view, slug, ...reviewedIn(stored, locale.id, list) };
  const article = { ...reviewed, ...module.derivedKeys?.(reviewed, project) };
  return { article, stored, item, locale, list };
}

/** Values of the open locale in the form of writes. In a further locale, values that it does not have are null. */
export function editorForm<V extends ArticleValues>(
  edited: EditedArticle<V> | null,
  form: Record<string, unknown>,
  snapshot: 'draft' | 'live',
): Record<string, unknown> {
  if (edited === null || edited.locale === edited.list[0]) return form;
  return writtenForm(form, edited.item.states.get(edited.locale.id)?.[snapshot] ?? {});
}

/** The keys of an editor's response that are about locales; none if the project has one locale. */
export function editorKeys<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  edited: EditedArticle<V> | null,
): Pick<EditorArticle, 'locale' | 'locales' | 'states' | 'fallbacks' | 'fallback_draft' | 'outdated_fields'> {
  if (edited === null) return {};
  const { stored, item, locale, list } = edited;
  const texts = articleTextKeys;
  return {
    ...writtenKeysOf(context, module, { record: stored, written: { list, locale } }),
    ...fallbackKeys(module, edited, context.now),
    outdated_fields: [...(translationIn(item.states, locale, { list, texts })?.outdated ?? [])],
  };
}

/** What previews show in place of empty values, where drafts count as visible. */
function fallbackKeys<V extends ArticleValues>(
  module: ArticleModule<V>,
  { item, locale, list }: EditedArticle<V>,
  now: Date,
): Pick<EditorArticle, 'fallbacks' | 'fallback_draft'> {
  const addresses = articleForm(module).addressesOf(item.shared.draft);
  const { values, fallbacks: sources } = serveDraft(item.states, locale.id, { list, addresses, now });
  const codes = new Map(list.map(({ id, code }) => [id, code]));
  const fallbacks: Record<string, string> = {};
  const own: Record<string, unknown> = {};
  for (const [address, id] of Object.entries(sources)) {
    const code = codes.get(id);
    if (code === undefined || bodyKeys.includes(address) || values[address] === false) continue;
    fallbacks[address.replace('/', '.')] = code;
    own[address] = values[address];
  }
  return { fallbacks, fallback_draft: nested(own) };
}

/** Values by address in the form of writes, without those that are absent. */
function nested(own: OwnValues): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const seo: Record<string, unknown> = {};
  for (const [address, value] of Object.entries(own)) {
    const [key = '', seoKey] = address.split('/');
    if (seoKey === undefined) values[key] = value;
    else seo[seoKey] = value;
  }
  return Object.keys(seo).length === 0 ? values : { ...values, seo };
}
