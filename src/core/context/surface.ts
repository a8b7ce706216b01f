import type { TObject } from '@sinclair/typebox';
import type { TargetKind } from '../../contract/fields/links.ts';
import type { Route } from '../http/pipeline/route.ts';

/** A resource of a built-in module: its forms, and what its ids lead to. */
export interface Resource {
  /** What links and `referenced-by` call it. */
  kind: TargetKind;
  /** The single form that reads answer. */
  served: TObject;
  /** The body that creates one; null where the API creates none. */
  written: TObject | null;
  /** Fields that hold ids, by written name (`seo.og_image_id`), and what they lead to. */
  links: Readonly<Record<string, TargetKind>>;
}

/** The resources of built-in modules: by the module, which is the first part of their paths, then by name. */
export type Modules = Readonly<Record<string, Readonly<Record<string, Resource>>>>;

/** The description of the service in documents and introspection. */
export interface Surface {
  readonly routes: readonly Route[];
  readonly modules: Modules;
}
