import { apiError } from '../../contract/errors/api-error.ts';
import type { ItemTexts, TranslationLocale } from '../../core/context/index.ts';
import type { LocalizedItem } from './schema.ts';
import { translationOf, translationSource } from './translation.ts';

/** The texts of an item with a state in each locale. `texts` has the name of each address. */
export function itemTextsOf(
  item: LocalizedItem,
  { list, locale, texts }: TranslationLocale & { texts: ReadonlyMap<string, string> },
): ItemTexts {
  const { source, sourceState } = translationSource(item, { list, locale });
  const { draft: own = {}, sources = {} } = item.states.get(locale.id) ?? {};
  return {
    revision: source.revision,
    sequence: item.revision,
    texts: textPairsOf(texts, { source: sourceState?.live ?? {}, own, sources }),
  };
}

/** Each text of an item in its source and in a locale. `texts` has the name of each address. */
export function textPairsOf(
  texts: ReadonlyMap<string, string>,
  values: Pick<Parameters<typeof translationOf>[0], 'source' | 'own' | 'sources'>,
): ItemTexts['texts'] {
  return [...texts].map(([address, name]) => ({
    name,
    source: values.source[address] ?? null,
    own: values.own[address] ?? null,
    state: translationOf({ ...values, texts: [address], isPartial: false })?.state ?? null,
  }));
}

/** @throws revision_conflict if an item changed since its texts were read */
export function checkSequence(current: number, sequence: number): void {
  if (current !== sequence) throw apiError('revision_conflict', { current }, { current_revision: current });
}
