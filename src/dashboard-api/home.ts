import { comingArticles, recentArticles } from '../articles/service.ts';
import type { HomeItem } from '../contract/home.ts';
import { comingEntries, recentEntries } from '../content/service.ts';
import { staleArticles } from '../kb/service.ts';
import type { MemberCall } from '../platform/http/dashboard-route.ts';
import type { ReleaseCall } from '../platform/call.ts';
import { unwellEndpoints } from '../webhooks/service.ts';
import type { Home } from './schema.ts';

const shown = 10;

/** What a member looks at first; failing webhooks are an owner's business. */
export async function readHome(call: MemberCall & ReleaseCall): Promise<Home> {
  const [edited, editedArticles, coming, comingOnes, stale, webhooks] = await Promise.all([
    recentEntries(call, shown),
    recentArticles(call, shown),
    comingEntries(call, shown),
    comingArticles(call, shown),
    staleArticles(call, shown),
    call.role === 'owner' ? unwellEndpoints(call.db) : [],
  ]);
  const latest = (a: HomeItem, b: HomeItem) => (a.updated_at < b.updated_at ? 1 : -1);
  const earliest = (a: HomeItem, b: HomeItem) => ((a.scheduled_for ?? '') < (b.scheduled_for ?? '') ? -1 : 1);
  return {
    recent: [...edited, ...editedArticles].sort(latest).slice(0, shown),
    scheduled: [...coming, ...comingOnes].sort(earliest).slice(0, shown),
    stale_articles: stale.data,
    stale_count: stale.count,
    failing_webhooks: webhooks,
  };
}
