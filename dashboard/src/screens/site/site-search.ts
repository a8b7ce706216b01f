/** The time that the site shows (now if omitted), the release that counts as promoted, and the page that opens. */
export interface SiteSearch {
  at?: string;
  promoted?: string;
  type?: string;
  id?: string;
  slug?: string;
}
