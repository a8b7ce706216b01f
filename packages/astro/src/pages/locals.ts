import type { AnyTypes, Client, ProjectTypes } from 'galley-client';
import type { Edit } from 'galley-client/preview';

/**
 * The type of `Astro.locals`. Declare it once in the site, with the types of your project:
 * `type SiteLocals = GalleyLocals<ContentTypes>; declare namespace App { interface Locals extends SiteLocals {} }`.
 */
export interface GalleyLocals<T extends ProjectTypes<T> = AnyTypes> {
  /** The client of this page. Its reads set the cache tags of the page. In a preview it reads drafts. */
  galley: Client<T>;
  /** Whether this request shows drafts. */
  isPreview: boolean;
  /**
   * Returns the attributes of an element that shows a field, a block or an item: `<h1 {...edit(page, 'title')}>`. In the
   * live preview a click on the element focuses its field. Outside of a preview there are no attributes but `lang` and
   * `dir` of a text that comes from another locale.
   */
  edit: Edit;
}
