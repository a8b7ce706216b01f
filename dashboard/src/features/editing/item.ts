import type { EditorTargets } from '../../../../src/contract/fields/links.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';
import type { EntryLocaleState } from '../../../../src/content/entries/schema.ts';
import type { ItemReview } from '../../../../src/lifecycle/review/schema.ts';
import type { ComponentType } from 'react';
import type { Module, ProjectApi } from '../../api/project.ts';
import type { WidgetProps } from '../fields/context.ts';
import type { Choice, MergeInput, MergeResult, Values } from './conflict/merge.ts';
import type { RenamedKeys } from './draft/renamed-names.ts';

/** An item with a draft and a live version: an entry or an article. `draft` has the format of a request body. */
export interface EditedItem {
  id: string;
  title: string;
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  published_at: string | null;
  scheduled_for: string | null;
  /** The date of the scheduled change of the live version. */
  publish_at?: string;
  /** The draft was edited after its change was scheduled. */
  publish_at_outdated?: true;
  /** When readers stop seeing it. */
  unpublish_at?: string;
  created_at: string;
  updated_at: string;
  /** 0 before the first save. */
  revision: number;
  has_unpublished_changes: boolean;
  draft: Values;
  live: Values | null;
  targets: EditorTargets;
  /** The review of the draft; null without one. */
  review?: ItemReview;
  /** Threads of comments that are not resolved. */
  open_comments?: number;
  /** Absent if no field of the type or its blocks was renamed. */
  renamed_keys?: RenamedKeys;
  /** In the response to a save: versions with the losing sides of conflicts. */
  meta?: { kept_versions?: string[] };
  /** The code of the locale that is edited; absent in projects with one locale, and for types without translated fields. */
  locale?: string;
  /** The state in each locale with content, by code. */
  states?: Readonly<Record<string, ItemLocaleState>>;
  /** The code of the locale of each value in `fallback_draft`, by name. */
  fallbacks?: Readonly<Record<string, string>>;
  /** Values of other locales that readers see in place of empty ones. */
  fallback_draft?: Values;
  /** The names of the texts whose source changed since they were written. */
  outdated_fields?: readonly string[];
  /** The release that contains it; absent for articles, and for a singleton before its first save. */
  release?: ReleaseInfo;
}

/** The state of an item in one locale. */
export type ItemLocaleState = Omit<EntryLocaleState, 'status'> & {
  /** One of the statuses of an item. */
  status: string;
};

export interface ReleaseInfo {
  id: string;
  name: string;
  default: boolean;
}

/** A field of an item. `widget` replaces the widget of its type. */
export interface EditedField extends Field {
  widget?: ComponentType<WidgetProps>;
  /** A part of a URL, such as a slug, which is not a text to translate. */
  isAddress?: true;
}

/** How the service merges a save with changes of other people. */
export interface SaveMerge {
  /** The values before the changes, by the names of the changed fields. */
  base: Values;
  /** Decides conflicts: for all of them, or by their ids. If omitted, the save is rejected with edit_conflict. */
  resolve?: Choice | Readonly<Record<string, Choice>>;
}

/** The requests of the store. A save is rejected unless `revision` is the newest. */
export interface DraftService<Item extends EditedItem> {
  read(): Promise<Item>;
  /** `stored` is the draft at that revision. */
  save(values: Values, revision: number, stored: Values, merge?: SaveMerge): Promise<Item>;
  /** Sends the changes of a page that is closing. Returns false if they are too large for such a request. */
  saveOnClose?(values: Values, stored: Values, base: Values): boolean;
  /** Fields that are edited as one; absent if there are none. */
  readonly mergedFields?: MergedFields;
}

/** How to merge and send fields that are edited as one, such as the blocks of a list. */
export interface MergedFields {
  merge: (input: MergeInput) => MergeResult;
  /** Whether a changed field can be sent while the fields `heldKeys` are not. */
  isSendable(key: string, heldKeys: readonly string[], stored: Values): boolean;
}

/** What is published besides the open locale. */
export interface LocalesPublication {
  /** The codes of other locales. */
  codes: readonly string[];
  /** False if changes of shared fields stay in the draft. */
  publishesShared: boolean;
}

/** The requests of an editor. Actions are rejected when someone saved a newer draft. */
export interface EditedService<Item extends EditedItem> extends DraftService<Item> {
  /** The API path of the item. */
  readonly path: string;
  /** The module whose queries must be refetched after a change. */
  readonly module: Module;
  /** Its name on screen: "entry", "article". */
  readonly noun: string;
  /**
   * `at` is the start; null for now or the date that it has. `until` is the end; null for none. If omitted, the end
   * stays. `others` are published now, too.
   */
  publish(item: Item, at: string | null, until?: string | null, others?: LocalesPublication): Promise<Item>;
  unpublish(item: Item): Promise<Item>;
  /** The current draft replaces the live version at that time; null cancels. */
  scheduleChange(item: Item, at: string | null): Promise<Item>;
  /** Readers stop seeing it at that time; null removes the end. */
  setEnd(item: Item, at: string | null): Promise<Item>;
  remove(): Promise<void>;
  /** Deletes the content in the open locale; absent if the item only exists as a whole. */
  removeLocale?(this: void): Promise<void>;
  /** Reads the item in another locale, by its code. The editor stays in its own. */
  readIn(locale: string, signal: AbortSignal): Promise<Item>;
  /** A saved version in the form of `draft`. */
  version(versionId: string): Promise<Values>;
  /** Restores a version to the draft. */
  restore(versionId: string): Promise<Item>;
}

/** Creates the service of one item. */
export type ServiceOf<Item extends EditedItem> = (api: ProjectApi) => EditedService<Item>;

/** The parameter of requests about an item in the locale that is edited. */
export function localeOf({ locale }: Pick<EditedItem, 'locale'>): { locale?: string } {
  return locale === undefined ? {} : { locale };
}

/** The option of a write that is rejected unless `revision` is the newest. 0 has nothing to compare with. */
export function ifMatchOf(revision: number): { ifMatch?: string } {
  return revision === 0 ? {} : { ifMatch: `"${revision}"` };
}
