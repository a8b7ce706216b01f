import { comingArticles, recentArticles, staleArticles } from '../../modules/index.ts';
import { comingEntries, loadTypes, recentEntries } from '../../content/index.ts';
import type { HomeItem } from '../../contract/home.ts';
import { keysOf, listMembers } from '../../accounts/index.ts';
import type { MemberContext } from '../../core/http/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import { listEndpoints, unwellEndpoints, unwellTargets } from '../../delivery/index.ts';
import { findProject } from '../../projects/index.ts';
import { readWaiting } from '../reviews/list.ts';
import { listRecent } from '../search/service.ts';
import { readWarnings } from '../usage/read.ts';
import type { Home } from './schema.ts';

const maxItems = 10;

/** The data of the Home screen. Only owners see failing webhooks and purge targets. */
export async function readHome(context: MemberContext & ReleaseContext): Promise<Home> {
  const isOwner = context.role === 'owner';
  const [
    recentlyEditedEntries,
    recentlyEditedArticles,
    upcomingEntries,
    upcomingArticles,
    stale,
    webhooks,
    targets,
    setUp,
    waiting,
    mine,
  ] = await Promise.all([
    recentEntries(context, maxItems),
    recentArticles(context, maxItems),
    comingEntries(context, maxItems),
    comingArticles(context, maxItems),
    staleArticles(context, maxItems),
    isOwner ? unwellEndpoints(context.db) : [],
    isOwner ? unwellTargets(context.db) : [],
    isOwner ? readSetUp(context) : null,
    readWaiting(context, maxItems),
    listRecent(context),
  ]);
  const byLastUpdate = (a: HomeItem, b: HomeItem) => (a.updated_at < b.updated_at ? 1 : -1);
  const dateOf = ({ scheduled_for, publish_at, unpublish_at }: HomeItem) =>
    scheduled_for ?? publish_at ?? unpublish_at ?? '';
  const byDate = (a: HomeItem, b: HomeItem) => (dateOf(a) < dateOf(b) ? -1 : 1);
  return {
    recent: [...recentlyEditedEntries, ...recentlyEditedArticles].sort(byLastUpdate).slice(0, maxItems),
    scheduled: uniqueItems([...upcomingEntries, ...upcomingArticles])
      .sort(byDate)
      .slice(0, maxItems),
    stale_articles: stale.data,
    stale_count: stale.count,
    waiting: waiting.reviews,
    waiting_count: waiting.count,
    mine: mine.data.slice(0, maxItems),
    failing_webhooks: webhooks,
    failing_targets: targets.filter(({ url }) => !(isLoopback(url) && isLoopback(context.baseUrl))),
    usage_warnings: setUp === null ? [] : await readWarnings(context.db, setUp.usageLimits, context.now),
    steps: setUp === null ? null : stepsOf(setUp, [...recentlyEditedEntries, ...recentlyEditedArticles]),
  };
}

/** Whether a URL is on this machine. A site in development is often stopped, which is no failure to report. */
function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

/** Which of the first steps of a project are done, without the demo content of `npm run dev`. */
function stepsOf({ since, steps }: Awaited<ReturnType<typeof readSetUp>>, items: readonly HomeItem[]) {
  return { ...steps, entry: items.some(({ updated_at }) => updated_at > since.toISOString()) };
}

/** The first steps of a project, except for the first text, and its limits. `since` is the end of loading demo content. */
async function readSetUp(context: ReleaseContext) {
  const [types, keys, project, members, endpoints] = await Promise.all([
    loadTypes(context),
    keysOf(context.db),
    findProject(context.db),
    listMembers(context.db),
    listEndpoints(context.db),
  ]);
  const since = project?.demo_loaded_at ?? new Date(0);
  return {
    since,
    usageLimits: project?.settings.usage_limits,
    steps: {
      type: [...types.values()].some(({ created_at }) => created_at > since),
      key: keys.some(({ revoked_at, created_at }) => revoked_at === null && created_at > since),
      preview: project?.settings.preview_url !== undefined,
      member: members.length > 1,
      webhook: endpoints.length > 0,
    },
  };
}

/** Removes duplicates, because an item with several upcoming dates is listed once per date. */
function uniqueItems(items: readonly HomeItem[]): HomeItem[] {
  return [...new Map(items.map((item) => [`${item.id}/${item.locale ?? ''}`, item])).values()];
}
