/** The name, description, language, URL and page size of this site. Change these first. */
export const site = {
  name: 'My site',
  description: 'Notes, help and pages, written in Galley.',
  language: 'en',
  url: (process.env['SITE_URL'] ?? 'http://localhost:3001').replace(/\/+$/, ''),
  pageSize: 10,
};

/** Returns the full URL of a path. */
export function addressOf(path: string): string {
  return `${site.url}${path}`;
}

export function dayOf(time: string, { lang }: { lang: string }): string {
  return new Date(time).toLocaleDateString(lang === 'en' ? 'en-GB' : lang, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
}
