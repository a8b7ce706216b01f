import type { AnyTypes, Client, ProjectTypes } from 'galley-client';

/**
 * The type of `Astro.locals`. Declare it once in the site, with the types of your project:
 * `type SiteLocals = GalleyLocals<ContentTypes>; declare namespace App { interface Locals extends SiteLocals {} }`.
 */
export interface GalleyLocals<T extends ProjectTypes<T> = AnyTypes> {
  /** The client of this page. Its reads set the cache tags of the page. In a preview it reads drafts. */
  galley: Client<T>;
  /** Whether this request shows drafts. */
  isPreview: boolean;
}
