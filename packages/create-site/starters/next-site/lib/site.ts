/** What this site is called, where it is, and how much one page of a list has. Change these first. */
export const site = {
  name: 'My site',
  description: 'Notes, help and pages, written in Galley.',
  language: 'en',
  url: (process.env['SITE_URL'] ?? 'http://localhost:3001').replace(/\/+$/, ''),
  pageSize: 10,
};

/** The whole address of a path. */
export function addressOf(path: string): string {
  return `${site.url}${path}`;
}

/** A day in words. */
export function dayOf(time: string): string {
  return new Date(time).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}
