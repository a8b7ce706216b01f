import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useState } from 'react';
import type { EditorTargets } from '../../../../src/contract/fields/links.ts';
import { type Locale, sourceOf, useWritableLocales } from '../../api/locales.ts';
import { type Module, projectKey, useProject } from '../../api/project.ts';
import type { FieldLanguage } from '../../components/form/language.ts';
import { EditedBlocksContext } from '../fields/blocks-host.ts';
import type { Values } from '../editing/conflict/merge.ts';
import { useDraftState } from '../editing/draft/use-draft.ts';
import type { EditedField } from '../editing/item.ts';
import type { ItemEditor } from '../editing/item-editor.ts';

/** The text from which a locale is translated. */
export interface SourceDraft {
  draft: Values;
  targets: EditorTargets;
}

/** The locale of an open editor, and the texts beside it. */
export interface ItemLocale {
  locale: Locale;
  locales: readonly Locale[];
  /** The locale from which texts are translated; null for the default locale. */
  source: Locale | null;
  /** The draft of the source; null while it is not shown. */
  sourceDraft: SourceDraft | null;
  isBeside: boolean;
  setBeside: (isBeside: boolean) => void;
  /** Keys of the fields that are translated as a whole. */
  ownKeys: ReadonlySet<string>;
  /** The module of the item. */
  module: Module;
}

/** Null in projects with one locale, and for items without translated fields. */
export const ItemLocaleContext = createContext<ItemLocale | null>(null);

/** The locale of an editor; null in projects with one locale, and for items without translated fields. */
export function useItemLocale(editor: ItemEditor, fields: readonly EditedField[]): ItemLocale | null {
  const { store, service } = editor;
  const code = useDraftState(store, ({ item }) => item.locale);
  const locales = useWritableLocales();
  const locale = locales.find((one) => one.code === code);
  const source = locale === undefined ? null : sourceOf(locale, locales);
  const [isChosen, setBeside] = useState(wasBeside);
  const isBeside = isChosen && source !== null;
  const sourceDraft = useSourceDraft(service, isBeside ? source : null);
  const ownKeys = useMemo(() => new Set(fields.filter(isTranslated).map(({ key }) => key)), [fields]);
  return useMemo(() => {
    if (locale === undefined) return null;
    const choose = (isShown: boolean) => {
      sessionStorage.setItem(besideKey, String(isShown));
      setBeside(isShown);
    };
    const { module } = service;
    return { locale, locales, source, sourceDraft, isBeside, setBeside: choose, ownKeys, module };
  }, [locale, locales, source, sourceDraft, isBeside, ownKeys, service]);
}

const besideKey = 'galley:side-by-side';
const wasBeside = () => sessionStorage.getItem(besideKey) === 'true';

/** The draft of the source locale, fetched again when the item changes. */
function useSourceDraft(service: ItemEditor['service'], source: Locale | null): SourceDraft | null {
  const project = useProject();
  const query = useQuery({
    queryKey: projectKey(project, service.module, 'source', service.path, source?.code),
    enabled: source !== null,
    queryFn: ({ signal }): Promise<SourceDraft> => service.readIn(source?.code ?? '', signal),
  });
  return source === null ? null : (query.data ?? null);
}

/** Whether each locale has its own value of a field. */
export function isTranslated({ options }: Pick<EditedField, 'options'>): boolean {
  return options.localized === true;
}

/** Whether each locale has its own value under a name of the draft: of a field, or of a field of a block. */
export function hasOwnValue(itemLocale: ItemLocale, field: EditedField, name: string): boolean {
  return isTranslated(field) || itemLocale.ownKeys.has(name.split('/')[0] ?? '');
}

/** Whether the member may only write in some languages, and a field has one value for all of them. */
export function useIsSharedLocked(field: EditedField, name: string): boolean {
  const itemLocale = useContext(ItemLocaleContext);
  const definitions = useContext(EditedBlocksContext)?.definitions;
  const { grant } = useProject();
  if (itemLocale === null || grant?.locales === undefined || hasOwnValue(itemLocale, field, name))
    return false;
  // A shared list stays open for the translated values in its blocks.
  const blocks = field.type === 'blocks' ? [...(definitions?.values() ?? [])] : [];
  return !blocks.some((block) => block.fields.some(isTranslated));
}

const sharedLanguage: FieldLanguage = { note: 'All languages' };
const noLanguage: FieldLanguage = {};
const addressLanguage: FieldLanguage = { dir: 'ltr' };

/** The language of a field's value. */
export function useFieldLanguage(field: EditedField, name: string): FieldLanguage {
  const itemLocale = useContext(ItemLocaleContext);
  const isShared = itemLocale === null || !hasOwnValue(itemLocale, field, name);
  const isAddress = field.isAddress === true || field.type === 'url';
  return useValueLanguage(itemLocale?.locale, { isShared, isAddress });
}

/** The language of a value that is open in a locale. Part of a URL has none. */
export function useValueLanguage(
  locale: Pick<Locale, 'code' | 'direction'> | undefined,
  { isShared, isAddress }: { isShared: boolean; isAddress: boolean },
): FieldLanguage {
  const { code, direction } = locale ?? {};
  return useMemo(() => {
    if (code === undefined || direction === undefined) return noLanguage;
    if (isShared) return sharedLanguage;
    return isAddress ? addressLanguage : { lang: code, dir: direction };
  }, [isShared, isAddress, code, direction]);
}
