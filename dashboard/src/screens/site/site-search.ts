import type { PreviewTime } from '../../features/live/time/coming-dates.ts';

/** The time that the site shows, and the page that opens. */
export interface SiteSearch extends PreviewTime {
  type?: string;
  id?: string;
  slug?: string;
  /** The code of the locale of the page. */
  locale?: string;
}
