import type { EditorTargets } from '../../../../src/contract/fields/links.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';
import type { ComponentType } from 'react';
import type { Module, ProjectApi } from '../../api/project.ts';
import type { WidgetProps } from '../fields/context.ts';
import type { MergeInput, MergeResult, Values } from './conflict/merge.ts';

/** Anything that has a draft and something that is live: an entry, an article. `draft` is the form in which it is written. */
export interface EditedItem {
  id: string;
  title: string;
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  published_at: string | null;
  scheduled_for: string | null;
  /** When the scheduled change of what is live is made. */
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
  /** The release that contains it; absent for articles, and for a singleton before its first save. */
  release?: ReleaseInfo;
}

export interface ReleaseInfo {
  id: string;
  name: string;
  default: boolean;
}

/** A field of an item; `widget` stands in for that of its type. */
export interface EditedField extends Field {
  widget?: ComponentType<WidgetProps>;
}

/** The requests of the store to the service; a save is refused when `revision` is not the newest. */
export interface DraftService<Item extends EditedItem> {
  read(): Promise<Item>;
  /** `stored` is the draft at that revision. */
  save(values: Values, revision: number, stored: Values): Promise<Item>;
  /** Fields that are edited as one; absent where each stands alone. */
  readonly mergedFields?: MergedFields;
}

/** What fields that are edited as one need of the store, as the blocks of a list do. */
export interface MergedFields {
  merge: (meeting: MergeInput) => MergeResult;
  /** Whether a changed field can be sent while the fields `held` wait. */
  isSendable(key: string, held: readonly string[], stored: Values): boolean;
}

/** Everything that an editor does with one item. Moves are refused when a person saved a newer draft. */
export interface EditedService<Item extends EditedItem> extends DraftService<Item> {
  /** The path at which the API serves it. */
  readonly address: string;
  /** What shows it, and has to be asked again when it changes. */
  readonly module: Module;
  /** How it is called on the screen: "entry", "article". */
  readonly noun: string;
  /** `at` null: now, or at the date that it has. `until`: its end, null for none; left out, the end stays. */
  publish(item: Item, at: string | null, until?: string | null): Promise<Item>;
  unpublish(item: Item): Promise<Item>;
  /** The draft, as it is now, replaces what is live at that time; null cancels. */
  scheduleChange(item: Item, at: string | null): Promise<Item>;
  /** Readers stop seeing it at that time; null takes the end away. */
  setEnd(item: Item, at: string | null): Promise<Item>;
  remove(): Promise<void>;
  /** A saved version in the form of `draft`. */
  version(versionId: string): Promise<Values>;
  /** Makes a version the draft. */
  restore(versionId: string): Promise<Item>;
}

/** Creates the service of one item. */
export type ServiceOf<Item extends EditedItem> = (api: ProjectApi) => EditedService<Item>;
