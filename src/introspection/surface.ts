import type { TObject } from '@sinclair/typebox';
import type { TargetKind } from '../contract/links.ts';
import type { Route } from '../platform/http/route.ts';

export const moduleNames = ['blog', 'kb', 'authors', 'media'] as const;
export type ModuleName = (typeof moduleNames)[number];

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

/** Everything that the service tells of itself; composed in src/routes.ts. */
export interface Surface {
  readonly routes: readonly Route[];
  readonly modules: Readonly<Record<ModuleName, Readonly<Record<string, Resource>>>>;
}
