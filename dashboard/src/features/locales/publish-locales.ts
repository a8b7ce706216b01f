import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import type { Locale } from '../../api/locales.ts';
import { projectKey, useProject } from '../../api/project.ts';
import type { useDefinitions } from '../blocks/outline/definitions.ts';
import type { FieldDifference } from '../editing/difference/difference.ts';
import type { EditedField, EditedItem, EditedService, LocalesPublication } from '../editing/item.ts';
import { assessItem } from '../editing/publish/assess-item.ts';
import type { FieldHost } from '../fields/context.ts';
import { isTranslated, type ItemLocale, ItemLocaleContext } from './item-locale.ts';

/** A locale of the publish sheet. */
export interface PublishedLocale {
  locale: Locale;
  state: NonNullable<EditedItem['states']>[string];
  isCurrent: boolean;
  isChosen: boolean;
  /** Whether it can be published with the others. */
  isOffered: boolean;
  /** The number of fields that differ from what readers see; undefined while they are read. */
  changes: number | undefined;
  /** Labels of empty required fields. */
  missing: readonly string[];
}

/** The locales that the publish sheet offers, and the shared changes that go live with them. */
export interface LocalesToPublish {
  rows: readonly PublishedLocale[];
  toggle: (code: string) => void;
  chosenCount: number;
  isBlocked: boolean;
  /** The shared fields that differ, and the locales in which they go live. */
  shared: { labels: readonly string[]; names: readonly string[] } | null;
  publishesShared: boolean;
  setPublishesShared: (isPublished: boolean) => void;
  /** What goes live in the open locale: not the shared changes that stay in the draft. */
  differences: readonly FieldDifference[];
  /** What is published besides the open locale. */
  publication: LocalesPublication;
}

interface Parts {
  service: EditedService<EditedItem>;
  /** The item as the service stores it; undefined while it is read. */
  item: EditedItem | undefined;
  fields: readonly EditedField[];
  targets: FieldHost['targets'];
  definitions: ReturnType<typeof useDefinitions>;
  /** The differences of the open locale. */
  differences: readonly FieldDifference[];
}

/** Null in projects with one locale. */
export function useLocalesToPublish(parts: Parts): LocalesToPublish | null {
  const { service, item, fields, targets, definitions, differences } = parts;
  const itemLocale = useContext(ItemLocaleContext);
  const [chosenCodes, setChosenCodes] = useState<ReadonlySet<string>>(new Set());
  const [publishesShared, setPublishesShared] = useState(true);
  const drafts = useOtherDrafts(service, item, itemLocale);
  const grantedCodes = useProject().grant?.locales;
  if (itemLocale === null || item === undefined) return null;
  const { locale: current, locales } = itemLocale;
  const rows = locales.flatMap((locale): PublishedLocale[] => {
    const isCurrent = locale.id === current.id;
    const state = item.states?.[locale.code];
    if (state === undefined) return [];
    const draft = isCurrent ? item : drafts?.get(locale.code);
    const options = { fields: fieldsIn(locale, fields), targets, definitions };
    const assessment = draft === undefined ? null : assessItem(draft, options);
    const isGranted = grantedCodes === undefined || grantedCodes.includes(locale.code);
    const hasChanges =
      state.status === 'draft' || (state.status === 'published' && state.has_unpublished_changes);
    const isOffered = isGranted && hasChanges;
    const isChosen = isCurrent || (isOffered && chosenCodes.has(locale.code));
    const missing = [...(assessment?.readiness.missing.values() ?? [])];
    const changes = assessment?.differences.length;
    return [{ locale, state, isCurrent, isChosen, isOffered: isOffered && !isCurrent, changes, missing }];
  });
  const chosenRows = rows.filter(({ isChosen }) => isChosen);
  // Publishing leaves shared changes in the draft for members who may only write in some languages.
  const sharedDifferences = differences.filter(sharedIn({ fields, definitions }));
  const labels = grantedCodes === undefined ? sharedDifferences.map(({ label }) => label) : [];
  const keepsShared = !publishesShared || grantedCodes !== undefined;
  const liveRows = rows.filter(({ state, isChosen }) => isChosen || state.status === 'published');
  const names = liveRows.map(({ locale }) => locale.name);
  return {
    rows,
    toggle: (code) => setChosenCodes((before) => toggled(before, code)),
    chosenCount: Math.max(chosenRows.length, 1),
    isBlocked: chosenRows.some(({ missing, isCurrent }) => !isCurrent && missing.length > 0),
    shared: labels.length === 0 || rows.length < 2 ? null : { labels, names },
    publishesShared,
    setPublishesShared,
    // A shared list of blocks can contain translated changes too.
    differences: keepsShared
      ? differences.filter((one) => one.blocks !== undefined || !sharedDifferences.includes(one))
      : differences,
    publication: {
      codes: chosenRows.filter(({ isCurrent }) => !isCurrent).map(({ locale }) => locale.code),
      publishesShared: !keepsShared,
    },
  };
}

/** The fields as a locale requires them: partial locales require no translation. */
export function fieldsIn(
  locale: Pick<Locale, 'partial' | 'default'> | undefined,
  fields: readonly EditedField[],
): readonly EditedField[] {
  if (locale === undefined || !locale.partial || locale.default) return fields;
  return fields.map((field) => {
    if (!isTranslated(field)) return field;
    const { required: _required, ...options } = field.options;
    return { ...field, options };
  });
}

/** The drafts of the other locales with content. */
function useOtherDrafts(
  service: EditedService<EditedItem>,
  item: EditedItem | undefined,
  itemLocale: ItemLocale | null,
): ReadonlyMap<string, EditedItem> | undefined {
  const project = useProject();
  const codes = Object.keys(item?.states ?? {}).filter((code) => code !== item?.locale);
  const { data } = useQuery({
    queryKey: projectKey(project, service.module, 'publish-sheet-locales', service.path, ...codes),
    enabled: itemLocale !== null && codes.length > 0,
    queryFn: async ({ signal }) => {
      const drafts = new Map<string, EditedItem>();
      for (const code of codes) drafts.set(code, await service.readIn(code, signal));
      return drafts;
    },
    gcTime: 0,
  });
  return data;
}

/** Returns whether a difference concerns values that all locales share, as a function. */
function sharedIn({ fields, definitions }: Pick<Parts, 'fields' | 'definitions'>) {
  const translatedKeys = new Set(fields.filter(isTranslated).map(({ key }) => key));
  const inBlocks = [...(definitions?.values() ?? [])].flatMap((block) => block.fields);
  const blockKeys = new Set(inBlocks.filter(isTranslated).map(({ key }) => key));
  return ({ key, blocks }: FieldDifference): boolean =>
    !translatedKeys.has(key) &&
    (blocks === undefined ||
      blocks.some(
        ({ change, locales, fields: changedFields }) =>
          change !== 'changed' ||
          locales !== undefined ||
          changedFields.some((field) => !blockKeys.has(field.key)),
      ));
}

function toggled(codes: ReadonlySet<string>, code: string): ReadonlySet<string> {
  const next = new Set(codes);
  if (!next.delete(code)) next.add(code);
  return next;
}
