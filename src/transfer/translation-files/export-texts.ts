import { apiError } from '../../contract/errors/api-error.ts';
import {
  translationBounds,
  type TranslationFileFormat,
  type TranslationState,
  translationStates,
} from '../../contract/translations.ts';
import { loadType } from '../../content/index.ts';
import type {
  ReleaseContext,
  TranslationKind,
  TranslationLocale,
  TranslationPosition,
} from '../../core/context/index.ts';
import { isYieldDue, yieldToEventLoop } from '../../core/util/index.ts';
import { sourceOf, translationKey } from '../../lifecycle/index.ts';
import { findLocale } from '../../projects/index.ts';
import { writers } from './formats/index.ts';
import { type Unit, unitsOf } from './units.ts';

export interface TextsQuery {
  locale: string;
  /** The states of the texts. */
  states: readonly TranslationState[];
  /** The slug of a content type; absent for items of all kinds. */
  type?: string | undefined;
}

/**
 * Writes the texts of a project in a locale to a file for translators, in pieces. Items that change during the export can
 * be missing.
 * @throws unknown_locale, invalid_parameter for the default locale, unknown_content_type
 */
export async function exportTexts(
  context: ReleaseContext,
  query: TextsQuery,
  format: TranslationFileFormat,
): Promise<AsyncGenerator<string>> {
  const target = translatedLocale(context, query.locale);
  if (query.type !== undefined) await loadType(context, query.type);
  const { list, locale } = target;
  const source = list.find(({ id }) => id === sourceOf(list, locale)) ?? locale;
  return writers[format](
    { source: source.code, locale: locale.code },
    unitsToTranslate(context, { ...query, ...target }),
  );
}

/** The locale of a file, with the list of locales. @throws unknown_locale, invalid_parameter for the default locale */
export function translatedLocale({ project, now }: ReleaseContext, code: string): TranslationLocale {
  const { list } = project.locales;
  const locale = findLocale(list, code, { now, param: 'locale' });
  if (locale !== list[0]) return { list, locale };
  const why = 'must be another locale than the default, which is never translated';
  throw apiError('invalid_parameter', { name: 'locale', why }, { param: 'locale' });
}

type TargetQuery = Omit<TextsQuery, 'locale'> & TranslationLocale;

async function* unitsToTranslate(context: ReleaseContext, query: TargetQuery): AsyncGenerator<Unit> {
  for (const kind of context.translations)
    if (query.type === undefined || kind.kind === 'entry') yield* unitsOfKind(context, kind, query);
}

async function* unitsOfKind(
  context: ReleaseContext,
  kind: TranslationKind,
  { list, locale, states, type }: TargetQuery,
): AsyncGenerator<Unit> {
  // An item has the worst state of its texts, so items in worse states can also have texts in these states.
  const mildest = Math.max(...states.map((state) => translationStates.indexOf(state)));
  const itemStates = locale.partial ? translationStates : translationStates.slice(0, mildest + 1);
  const keys = itemStates.map((state) => translationKey(locale.id, state));
  let after: TranslationPosition | null = null;
  do {
    const page = await kind.list(context, { list, locale, type, keys, after, limit: translationBounds.page });
    for (const { id } of page.items) {
      if (isYieldDue()) await yieldToEventLoop();
      const texts = await kind.readTexts(context, { id, list, locale });
      if (texts === null) continue;
      for (const { pair, unit } of unitsOf(id, texts).values())
        if (pair.state !== null && states.includes(pair.state)) yield unit;
    }
    after = page.next;
  } while (after !== null);
}
