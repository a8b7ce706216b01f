import { expectDone } from '../../support/content.ts';
import type { ApiAnswer, ApiClient } from '../../support/client.ts';
import type { TestProject, TestService } from '../../support/service.ts';
import { newSharedProject } from './mode.ts';

/** A project whose pages several readers share, and what changes them. */
export interface Site {
  project: TestProject;
  /** What readers ask for. */
  pages: readonly string[];
  /** Makes the nth change of the site; some change one page, some all of them, some make one vanish. */
  edit: (n: number) => Promise<void>;
}

/** A site of three pages: an article, one that comes and goes, and their list; an author stands on all. */
export async function newSite(service: TestService): Promise<Site> {
  const project = await newSharedProject(service, { profile: 'keyed', stale_seconds: 0 });
  const { secret } = project;
  const made = async (path: string, body: object) => String(expectDone(await secret.post(path, body)).id);
  const author = await made('/v1/authors', { name: 'Nell' });
  const article = (title: string) => made('/v1/blog/articles', { title, authors: [author], publish: true });
  const [kites, rain] = [await article('Kites'), await article('Rain')];
  const change = async (path: string, body: object) => void expectDone(await secret.patch(path, body));
  let isRaining = true;
  const kinds = [
    (n: number) => change(`/v1/blog/articles/${kites}`, { excerpt: `Kites ${n}`, publish: true }),
    (n: number) => change(`/v1/authors/${author}`, { name: `Nell ${n}` }),
    () => change(`/v1/blog/articles/${rain}`, { publish: (isRaining = !isRaining) }),
  ];
  return {
    project,
    pages: ['/v1/blog/articles/kites', '/v1/blog/articles/rain', '/v1/blog/articles?limit=10'],
    edit: async (n) => kinds[n % kinds.length]?.(n),
  };
}

/** What a reader sees of an answer: two that say the same are one state of the page. */
export function shown({ status, text }: Pick<ApiAnswer, 'status' | 'text'>): string {
  return `${status} ${text.replaceAll(/req_[0-9a-z]{26}/g, '')}`;
}

/** The pages of a site that do not show, through a cache, what the service answers. */
export async function stalePages(
  { project, pages }: Site,
  through: ApiClient,
): Promise<{ path: string; seen: string; true: string }[]> {
  const looked = await Promise.all(
    pages.map(async (path) => {
      const [seen, answer] = await Promise.all([through.get(path), project.publishable.get(path)]);
      return { path, seen: shown(seen), true: shown(answer) };
    }),
  );
  return looked.filter((page) => page.seen !== page.true);
}
