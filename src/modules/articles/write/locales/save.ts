import { ApiError } from '../../../../contract/errors/api-error.ts';
import { noContentMessage } from '../../../../contract/errors/draft-messages.ts';
import type { LocaleRecord, ProjectContext, Tx } from '../../../../core/context/index.ts';
import {
  type AddressedLocales,
  addressLocales,
  changeLocalizedItem,
  type ChangedLocalizedItem,
  checkIfMatch,
  checkTranslatedFrom,
  findVersionUpTo,
  finishSave,
  type LocaleInput,
  localeWarnings,
  type LocalizedItem,
  recordIn,
  rejectInput,
  saveVersions,
  storedItem,
  type WrittenLocale,
  withCreationDates,
  withoutReview,
  withTextSources,
  withStates,
} from '../../../../lifecycle/index.ts';
import { withLocaleInErrors, writesLocalesOnly, writtenLocale } from '../../../../projects/index.ts';
import { usesLocaleStates } from '../../locales/row.ts';
import { articleTextKeys } from '../../locales/translation.ts';
import {
  articleForm,
  articleParts,
  localizedBodyKeys,
  mergeOwn,
  mergeShared,
  ownPatch,
} from '../../locales/values.ts';
import type { ArticleModule } from '../../module.ts';
import { articleRecord } from '../../store/derive.ts';
import type { ArticleRecord, ArticleValues } from '../../store/schema.ts';
import { auditedArticle } from '../audited.ts';
import { type ArticleInput, isMissingTitle, type WriteWarning } from '../input.ts';
import { mergeArticle, type MergedArticle } from '../merge.ts';
import { acceptedRevisions, checkInput, keepLostSides, type WrittenArticle } from '../checks.ts';
import { emitLocaleChange } from './events.ts';
import { chooseOwnSlug, checkTitle } from './own-texts.ts';
import { rejectWhileLocaleDue } from './removal-events.ts';
import { articleItem, storeArticle } from './store.ts';

/** A write of an article in several locales. */
export interface ArticleLocalesWrite<V extends ArticleValues> {
  tx: Tx<ProjectContext>;
  module: ArticleModule<V>;
  /** Of revision 0 for a new article. */
  before: ArticleRecord<V>;
  item: LocalizedItem;
  addressed: AddressedLocales<ArticleInput<V>>;
  written: WrittenLocale | null;
}

/** A checked change of one locale. */
interface LocaleChange<V extends ArticleValues> {
  locale: LocaleRecord;
  isMain: boolean;
  prefix: string;
  input: ArticleInput<V>;
  /** The article in this locale before the write. */
  view: ArticleRecord<V>;
  patch: ReturnType<typeof ownPatch>;
  warnings: WriteWarning[];
  merged: MergedArticle<V> | null;
}

/** Keys of `locales` that are not values. */
const stateKeys = ['publish', 'published_at', 'publish_at', 'unpublish_at', 'translated_from'];

/**
 * How a request writes an article in locales: the write, or null if it concerns an article that has only the default
 * locale, and the locale for its response, or null if it names none.
 * @throws unknown_locale, invalid_field_value
 */
export async function localesWrite<V extends ArticleValues>(
  tx: Tx<ProjectContext>,
  module: ArticleModule<V>,
  before: ArticleRecord<V>,
  sent: ArticleInput<V>,
): Promise<{ write: ArticleLocalesWrite<V> | null; written: WrittenLocale | null }> {
  const { further, ...main } = sent;
  const target = await writtenLocale(tx);
  const { list, locale } = target;
  const isNamed = tx.writtenLocale !== undefined || further !== undefined;
  const written = isNamed ? { list, locale } : null;
  const storesStates = usesLocaleStates(before, list) || (before.revision > 0 && writesLocalesOnly(tx));
  if (further === undefined && target.isDefault && !storesStates) {
    checkTranslatedFrom(undefined, { isDefault: true, translatedFrom: sent.translatedFrom, prefix: '' });
    return { write: null, written };
  }
  const item = storedItem(before, articleForm(module).parts, list);
  const inputs = {
    main,
    locales: further ?? {},
    publishing: (publish: boolean): ArticleInput<V> => publishingInput(publish),
    hasOnlyPublish: ({ sent: body = {} }: ArticleInput<V>) =>
      Object.keys(body).every((key) => key === 'publish'),
    check: checkLocalizedKeys,
    statesIn: () => item.states,
  };
  const addressed = addressLocales<ArticleInput<V>>(target, inputs, tx.now);
  return { write: { tx, module, before, item, addressed: withArchived(addressed, item), written }, written };
}

function publishingInput<V extends ArticleValues>(publish: boolean | undefined): ArticleInput<V> {
  const none = { patch: {}, seo: {}, slug: undefined, publishedAt: undefined };
  return { ...none, publish, writtenIds: [], warnings: [], errors: [], sent: {} };
}

/** An article is archived in all locales. */
function withArchived<V extends ArticleValues>(
  addressed: AddressedLocales<ArticleInput<V>>,
  { states }: LocalizedItem,
): AddressedLocales<ArticleInput<V>> {
  const { list, main, further } = addressed;
  const { archived } = main.input;
  if (archived === undefined) return addressed;
  const archivedFurther = further.map((one) => ({ ...one, input: { ...one.input, archived } }));
  const others = list.filter(
    (locale) =>
      states.has(locale.id) && locale !== main.locale && further.every((one) => one.locale !== locale),
  );
  const rest = others.map((locale): LocaleInput<ArticleInput<V>> => {
    const input = { ...publishingInput<V>(undefined), archived };
    return { locale, isDefault: locale === list[0], isMain: false, input, prefix: '' };
  });
  return { ...addressed, further: [...archivedFurther, ...rest] };
}

/** @throws invalid_field_value for a key that is shared */
function checkLocalizedKeys<V extends ArticleValues>(
  { sent = {} }: ArticleInput<V>,
  { param, code }: { param: string; code: string },
): void {
  const keys = Object.keys(sent);
  if (keys.length === 0) throw rejectInput(param, 'it contains nothing to write', code);
  const shared = keys.find((key) => !localizedBodyKeys.includes(key) && !stateKeys.includes(key));
  if (shared === undefined) return;
  const why = `only these keys have a value for each locale: ${localizedBodyKeys.join(', ')}`;
  throw rejectInput(`${param}.${shared}`, why, code);
}

/** Validates a write in each addressed locale, and stores the article that results. @throws the validation errors */
export async function saveInLocales<V extends ArticleValues>(write: ArticleLocalesWrite<V>) {
  const { tx, module, before, item, addressed } = write;
  const { list, main, further } = addressed;
  await rejectWhileLocaleDue(tx, module, { article: before, item });
  const changes: LocaleChange<V>[] = [];
  for (const input of [main, ...further]) {
    const code = input.isMain ? null : input.locale.code;
    changes.push(await withLocaleInErrors(code, input.prefix, () => readChange(write, input, changes)));
  }
  const { addressesOf } = articleForm(module);
  const readership = { list, addressesOf };
  const change = {
    locales: new Map(changes.map((one) => [one.locale.id, stateChange(module, one)])),
    mergeShared: (shared: Readonly<Record<string, unknown>>) => mergeShared(shared, main.input.patch),
    publishesShared: main.input.publishesShared ?? !writesLocalesOnly(tx),
  };
  const target = { item, reviewed: before, releaseId: null };
  const result = await changeLocalizedItem(tx, target, { change, readership });
  const nameOf = (key: string) => (key === 'shelf' ? 'collection' : key);
  const warnings = [
    ...changes.flatMap((one) => one.warnings),
    ...localeWarnings(result, { list, changes, nameOf }),
  ];
  const itemAfter = await withSourcesOf(write, changes, result.after);
  return result.after === item
    ? keepUnchanged(write, changes, warnings)
    : storeChanged(write, changes, { result, warnings, itemAfter });
}

/** The item with what its changed texts were written from. @throws invalid_field_value */
function withSourcesOf<V extends ArticleValues>(
  { tx, module, before: { _id: id }, item, addressed: { list } }: ArticleLocalesWrite<V>,
  changes: readonly LocaleChange<V>[],
  after: LocalizedItem,
): Promise<LocalizedItem> {
  const valuesAt = async (localeId: string | null, revision: number) => {
    const version = await findVersionUpTo(tx.db, articleItem(id, localeId), revision);
    return version === null ? {} : articleParts(module).split(version.values as V).own;
  };
  const writtenItem = { list, before: item, after, texts: articleTextKeys, valuesAt };
  const writtenTexts = changes.map(
    ({ locale, prefix, input: { translatedFrom, olderSources, restoredFrom } }) => {
      return { locale, prefix, translatedFrom, olderSources, restoredFrom };
    },
  );
  return withTextSources(writtenItem, writtenTexts);
}

/** Ends a write that changes nothing, except for the losing sides of a merge. */
async function keepUnchanged<V extends ArticleValues>(
  write: ArticleLocalesWrite<V>,
  [first]: readonly LocaleChange<V>[],
  warnings: WriteWarning[],
) {
  const { tx, module, before, written } = write;
  if (first === undefined) throw new Error('a write addresses a locale');
  const { view } = first;
  const merge = await keepLostSides(tx, first.merged, lostSideContext(write, first, view.revision));
  const result: WrittenArticle<V> = { record: before, warnings, merge, written };
  if (merge === undefined || merge.keptVersions.length === 0) return tx.unchanged(result);
  const kept = { before: view, after: view, reviewed: { before, after: before }, verbs: [] };
  return finishSave(tx, { ...auditedArticle(module, view), ...kept, beginsVersion: true }, result);
}

/** Stores a changed article with its versions, and reports the change. */
async function storeChanged<V extends ArticleValues>(
  write: ArticleLocalesWrite<V>,
  changes: readonly LocaleChange<V>[],
  {
    result,
    warnings,
    itemAfter,
  }: { result: ChangedLocalizedItem; warnings: WriteWarning[]; itemAfter: LocalizedItem },
) {
  const { tx, module, before, item, written } = write;
  const { list } = write.addressed;
  const { parts } = articleForm(module);
  const isNew = before.revision === 0;
  const states = withStates<V, ArticleRecord<V>>(
    { ...(withoutReview(before) as ArticleRecord<V>), ...result.reviewed }, // without its optional keys
    itemAfter,
    { parts, defaultId: list[0]?.id ?? '', now: tx.now },
  );
  const dated = isNew ? withCreationDates(tx, states) : states;
  const record = articleRecord(tx, module, before._id, dated);
  await storeArticle(tx, module, { before: isNew ? null : before, record, list });
  const viewIn = (id: string) =>
    recordIn<V, ArticleRecord<V>>(record, { item: result.after, locale: id, parts, now: tx.now });
  const beginsVersion = await saveVersions(
    tx,
    changes.map(({ locale, view, input: change }) => {
      return { item: historyOf(write, locale), before: view, after: viewIn(locale.id), change };
    }),
  );
  const [first] = changes;
  if (first === undefined) throw new Error('a write addresses a locale');
  const { revision } = viewIn(first.locale.id);
  const merge = await keepLostSides(tx, first.merged, lostSideContext(write, first, revision));
  const { notice } = result;
  await emitLocaleChange(tx, module, { list, record, before: item, after: result.after, notice, at: tx.now });
  const isChanged = ({ locale, view }: LocaleChange<V>) => viewIn(locale.id).revision !== view.revision;
  const audited = changes.find(isChanged) ?? first;
  const after = viewIn(audited.locale.id);
  const save = {
    before: { ...audited.view, revision: before.revision },
    ...{ after, reviewed: { before, after: record } },
    ...{ verbs: notice.verb === null ? [] : [notice.verb], beginsVersion },
  };
  const saved: WrittenArticle<V> = { record, warnings, merge, written };
  return finishSave(tx, { ...auditedArticle(module, after), ...save }, saved);
}

/** Reads and checks the part of a write that concerns one locale. */
async function readChange<V extends ArticleValues>(
  { tx, module, before, item, addressed }: ArticleLocalesWrite<V>,
  { locale, isDefault, isMain, input: sent, prefix }: LocaleInput<ArticleInput<V>>,
  earlier: readonly LocaleChange<V>[],
): Promise<LocaleChange<V>> {
  const { list, main } = addressed;
  const { parts } = articleForm(module);
  const view = recordIn<V, ArticleRecord<V>>(before, { item, locale: locale.id, parts, now: tx.now });
  const exists = item.states.has(locale.id);
  const isPartial = locale.partial && !isDefault;
  const base = isMain ? sent : { ...sent, draftOnly: main.input.draftOnly === true };
  const canBeUntitled = isPartial || (base.draftOnly === true && !isDefault);
  const input = canBeUntitled ? withoutTitleErrors(base) : base;
  if (isMain && before.revision > 0) checkIfMatch(tx.ifMatch, exists ? acceptedRevisions(view, input) : null);
  const warnings = await checkInput(tx, module, input, view);
  const merged = input.merge === undefined ? null : mergeArticle(input, input.merge, view);
  const values = merged?.input ?? input;
  const patch = ownPatch(values, isDefault);
  const isWritten =
    exists ||
    Object.keys(patch.values).length > 0 ||
    input.publish === true ||
    input.publishAt instanceof Date;
  if (isWritten) {
    checkTitle({ view, patch, exists, isPartial, input });
    const newSlugs = earlier.map((one) => one.patch.values['slug']);
    const slug = await chooseOwnSlug(tx, module, {
      before,
      item,
      list,
      view,
      exists,
      input: values,
      newSlugs,
    });
    patch.values['slug'] = slug;
  }
  return { locale, isMain, prefix, input: values, view, patch, warnings, merged };
}

/** A partial locale, and the draft of a further one, can have no title. */
function withoutTitleErrors<V extends ArticleValues>(input: ArticleInput<V>): ArticleInput<V> {
  return {
    ...input,
    errors: input.errors.filter((error) => !isMissingTitle(error)),
    patch: input.sent !== undefined && 'title' in input.sent ? { title: '', ...input.patch } : input.patch,
  };
}

function stateChange<V extends ArticleValues>(
  { orderKeys = [] }: ArticleModule<V>,
  { input, patch }: LocaleChange<V>,
) {
  const { publish, publishedAt, publishAt, unpublishAt, archived, draftOnly = false } = input;
  return {
    merge: (own: Readonly<Record<string, unknown>>) => mergeOwn(own, patch),
    ...{ publish, publishedAt, publishAt, unpublishAt, archived, draftOnly, orderKeys },
  };
}

function lostSideContext<V extends ArticleValues>(
  write: ArticleLocalesWrite<V>,
  { view, locale }: LocaleChange<V>,
  revision: number,
) {
  return { item: historyOf(write, locale), before: view, revision };
}

/** The item of the version history of the article in a locale. */
function historyOf<V extends ArticleValues>(
  { before, addressed: { list } }: ArticleLocalesWrite<V>,
  locale: LocaleRecord,
): string {
  return articleItem(before._id, locale === list[0] ? null : locale.id);
}

/** The error for a write of a locale in which the article has no content. */
export function withoutContent<V extends ArticleValues>(
  { codes }: ArticleModule<V>,
  slug: string,
  locale: string,
): ApiError {
  return new ApiError(codes.unknown, noContentMessage(`Article "${slug}"`, locale), {
    param: 'slug',
    locale,
  });
}
