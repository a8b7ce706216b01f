import { useProject } from '../../../api/project.ts';

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** `Dec 24, 2026, 9:00 AM`, in the person's time zone. */
export function shownTime(at: string): string {
  return moment.format(new Date(at));
}

/** The page that the site opens: that of an item, or the start page. */
interface SitePage {
  type?: string;
  id?: string;
  slug?: string;
  locale?: string;
  /** A release that is promoted by then; the open release if omitted. */
  promoted?: string;
}

/** Returns the URL of the site screen at a time. Open it as a new document, because only that one may frame the site. */
export function useSiteHref(): (at: string, page?: SitePage) => string {
  const { id, releaseId } = useProject();
  return (at, page = {}) => {
    const promoted = releaseId === null ? {} : { promoted: releaseId };
    return `/dashboard/p/${id}/site?${new URLSearchParams({ at, ...promoted, ...page }).toString()}`;
  };
}
