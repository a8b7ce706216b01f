import type { AnyTypes, Client, ProjectTypes } from 'galley-client';

/**
 * What the middleware puts into `Astro.locals`. Declare it once in the site, with the types of your project:
 * `type SiteLocals = GalleyLocals<ContentTypes>; declare namespace App { interface Locals extends SiteLocals {} }`.
 */
export interface GalleyLocals<T extends ProjectTypes<T> = AnyTypes> {
  /** Reads of this page; what they show says until when the page is kept. In a preview it reads drafts. */
  galley: Client<T>;
  /** Whether this request shows drafts. */
  isPreview: boolean;
}
