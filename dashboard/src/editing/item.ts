import type { EditorTargets } from '../../../src/contract/links.ts';
import type { Field } from '../../../src/fields/schema.ts';
import type { ComponentType } from 'react';
import type { Module, ProjectApi } from '../api/project.ts';
import type { WidgetProps } from '../fields/context.ts';
import type { Values } from './merge.ts';

/** Anything that has a draft and something that is live: an entry, an article. `draft` is the form in which it is written. */
export interface EditedItem {
  id: string;
  title: string;
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  published_at: string | null;
  scheduled_for: string | null;
  created_at: string;
  updated_at: string;
  /** 0 before the first save. */
  revision: number;
  has_unpublished_changes: boolean;
  draft: Values;
  live: Values | null;
  targets: EditorTargets;
}

/** A field of an item; `widget` stands in for that of its type. */
export interface EditedField extends Field {
  widget?: ComponentType<WidgetProps>;
}

/** How the store speaks to the service; a save is refused when `revision` is not the newest. */
export interface DraftService<Item extends EditedItem> {
  read(): Promise<Item>;
  save(values: Values, revision: number): Promise<Item>;
}

/** Everything that an editor does with one item. Moves are refused when somebody saved a newer draft. */
export interface EditedService<Item extends EditedItem> extends DraftService<Item> {
  /** The path at which the API serves it. */
  readonly address: string;
  /** What shows it, and has to be asked again when it changes. */
  readonly module: Module;
  /** How it is called on the screen: "entry", "article". */
  readonly noun: string;
  /** `at` null: now, or at the date that it has. */
  publish(item: Item, at: string | null): Promise<Item>;
  unpublish(item: Item): Promise<Item>;
  remove(): Promise<void>;
  /** A saved version in the form of `draft`. */
  version(versionId: string): Promise<Values>;
  /** Makes a version the draft. */
  restore(versionId: string): Promise<Item>;
}

/** Makes the service of one item. */
export type ServiceOf<Item extends EditedItem> = (api: ProjectApi) => EditedService<Item>;
