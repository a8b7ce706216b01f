import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { DefaultTheme } from 'vitepress';

const docs = new URL('../', import.meta.url);

/** Where pages find the service. Galley replaces this with its own base URL when it serves a page. */
export const serviceUrl = 'http://localhost:3000';

/** The groups of the navigation, which are folders of docs/, and the order of their pages. */
const groups: readonly { folder: string; title: string; pages: readonly string[] }[] = [
  { folder: 'start', title: 'Start', pages: ['index', 'quick-start', 'concepts', 'coming-from', 'roadmap'] },
  {
    folder: 'model',
    title: 'Model and write',
    pages: [
      ...['content-types', 'blocks', 'rich-text', 'entries', 'scheduling', 'releases', 'locales'],
      ...['blog', 'knowledge-base', 'authors', 'media', 'images', 'tables', 'import', 'bundle'],
    ],
  },
  {
    folder: 'move',
    title: 'Move to Galley',
    pages: ['index', 'wordpress', 'markdown', 'ghost', 'contentful'],
  },
  {
    folder: 'build',
    title: 'Build a site',
    pages: [
      ...['starter', 'next', 'astro', 'nuxt-sveltekit', 'client', 'preview', 'live-preview', 'cache-tags'],
      ...['webhooks', 'build-hooks', 'search', 'forms', 'agents'],
    ],
  },
  {
    folder: 'api',
    title: 'API',
    pages: ['authentication', 'lists', 'writing', 'errors', 'rate-limits', 'cors', 'versions', 'reference'],
  },
  {
    folder: 'run',
    title: 'Run',
    pages: [
      ...['deploy', 'kubernetes', 'settings', 'cli', 'behind-a-proxy', 'mongodb', 'backup', 'upgrade'],
      ...['monitoring', 'scaling', 'performance', 'ci', 'troubleshooting'],
    ],
  },
  {
    folder: 'security',
    title: 'People and security',
    pages: [
      'roles-and-keys',
      'sign-in',
      'passkeys',
      'single-sign-on',
      'audit-log',
      'personal-data',
      'rotating-secrets',
      'threat-model',
    ],
  },
  { folder: 'editors', title: 'For editors', pages: ['dashboard', 'team', 'keyboard'] },
];

/**
 * The sidebar, with the first heading of each page as its title.
 * @throws Error for a page without a place in `groups`, and for a place without a page
 */
export function sidebar(): DefaultTheme.SidebarItem[] {
  return groups.map(({ folder, title, pages }) => {
    const files = readdirSync(new URL(folder, docs)).filter((name) => name.endsWith('.md'));
    const missing = files.filter((name) => !pages.includes(name.replace(/\.md$/, '')));
    if (missing.length > 0) throw new Error(`docs/.vitepress/navigation.ts lacks ${missing.join(', ')}`);
    const items = pages.map((page) => linkTo(`${folder}/${page}`));
    if (folder === 'api') items.push(linkTo('errors'));
    return { text: title, items };
  });
}

function linkTo(page: string): DefaultTheme.SidebarItem {
  const file = new URL(`${page}.md`, docs);
  if (!existsSync(file)) throw new Error(`docs/.vitepress/navigation.ts names ${page}, which is no page`);
  const [, heading] = /^# (.+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
  if (heading === undefined) throw new Error(`docs/${page}.md has no heading`);
  return { text: heading.replaceAll('`', ''), link: `/${page.replace(/index$/, '')}` };
}
