import { orNull } from 'galley-next';
import { galley } from './galley';

/** A string field holds at most this many characters, so no longer path has a page. */
const longestPath = 500;

/** Returns the landing page at a path; null if there is none or the project has no such type. */
export async function landingPageAt(path: string) {
  if (path.length > longestPath) return null;
  const found = await orNull(galley().content('landing_page').list({ where: { path }, limit: 1 }));
  return found?.data[0] ?? null;
}

/** Lists the paths and titles of all landing pages. */
export async function landingPages(): Promise<{ path: string; title: string; updatedAt: string }[]> {
  const pages: { path: string; title: string; updatedAt: string }[] = [];
  const list = galley()
    .content('landing_page')
    .list({ fields: ['path', 'title'], limit: 100 });
  const all = async () => {
    for await (const { values, updated_at: updatedAt } of list) {
      if (values.path?.startsWith('/'))
        pages.push({ path: values.path, title: values.title ?? '', updatedAt });
    }
  };
  await orNull(all());
  return pages;
}
