import type { TObject } from '@sinclair/typebox';
import type { TargetKind } from '../../contract/fields/links.ts';
import type { Route } from '../http/pipeline/route.ts';

/** A resource of a built-in module: its schemas and the targets of its link fields. */
export interface Resource {
  /** The name of the resource in links and in `referenced-by`. */
  kind: TargetKind;
  /** Schema of the resource in responses. */
  served: TObject;
  /** Schema of the body that creates one; null if the API can't create it. */
  written: TObject | null;
  /** Target kinds of fields with ids, by the field's name in request bodies (`seo.og_image_id`). */
  links: Readonly<Record<string, TargetKind>>;
}

/** The resources of built-in modules, by module (the first segment of their paths) and name. */
export type Modules = Readonly<Record<string, Readonly<Record<string, Resource>>>>;

/** The endpoints and resources that API documents and introspection describe. */
export interface Surface {
  readonly routes: readonly Route[];
  readonly modules: Modules;
}
