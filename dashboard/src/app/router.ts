import { createRouter } from '@tanstack/react-router';
import { createQueryClient } from '../api/http/query-client.ts';
import { accountRoute } from '../screens/account/route.ts';
import { auditRoute } from '../screens/audit/route.ts';
import { authorsRoute } from '../screens/authors/route.ts';
import { calendarRoute } from '../screens/calendar/route.ts';
import { siteRoute } from '../screens/site/route.ts';
import { categoriesRoute } from '../screens/categories/route.ts';
import { blogArticleRoute, liveBlogArticleRoute } from '../screens/blog-article/route.ts';
import { blogBoardRoute, blogRoute } from '../screens/blog/route.ts';
import { contentTypeRoutes } from '../screens/content-types/route.ts';
import { contentRoute } from '../screens/content/route.ts';
import { deliveryRoute } from '../screens/delivery/route.ts';
import { entriesRoute } from '../screens/entries/route.ts';
import { entryRoute, liveEntryRoute } from '../screens/entry/route.ts';
import { importRoute } from '../screens/import/route.ts';
import { homeRoute } from '../screens/home/route.ts';
import { kbArticleRoute, liveKbArticleRoute } from '../screens/kb-article/route.ts';
import { kbRoutes } from '../screens/kb/route.ts';
import { keysRoute } from '../screens/keys/route.ts';
import { linkRoute } from '../screens/link/route.ts';
import { mediaRoute } from '../screens/media/route.ts';
import { membersRoute } from '../screens/members/route.ts';
import { notificationsRoute } from '../screens/notifications/route.ts';
import { releaseRoutes } from '../screens/releases/route.ts';
import { setUpRoute } from '../screens/set-up/route.ts';
import { settingsRoute } from '../screens/settings/route.ts';
import { signInRoute } from '../screens/sign-in/route.ts';
import { ssoDoneRoute } from '../screens/sso-done/route.ts';
import { translationsRoute } from '../screens/translations/route.ts';
import { trashRoute } from '../screens/trash/route.ts';
import { unsavedRoute } from '../screens/unsaved/route.ts';
import { usageRoute } from '../screens/usage/route.ts';
import { webhookRoute, webhooksRoute } from '../screens/webhooks/route.ts';
import { projectRoute } from './project-route.tsx';
import { rootRoute } from './root-route.tsx';
import { startRoute } from './start-route.ts';

export const client = createQueryClient();

/** The routes of all screens of a project. */
const screens = projectRoute.addChildren([
  homeRoute,
  calendarRoute,
  siteRoute,
  contentRoute,
  entriesRoute,
  importRoute,
  entryRoute,
  blogRoute,
  blogBoardRoute,
  blogArticleRoute,
  liveEntryRoute,
  liveBlogArticleRoute,
  liveKbArticleRoute,
  ...contentTypeRoutes,
  keysRoute,
  webhooksRoute,
  webhookRoute,
  deliveryRoute,
  mediaRoute,
  trashRoute,
  translationsRoute,
  ...kbRoutes,
  kbArticleRoute,
  authorsRoute,
  categoriesRoute,
  ...releaseRoutes,
  membersRoute,
  auditRoute,
  usageRoute,
  settingsRoute,
  accountRoute,
  unsavedRoute,
  notificationsRoute,
]);

export const router = createRouter({
  routeTree: rootRoute.addChildren([startRoute, signInRoute, setUpRoute, linkRoute, ssoDoneRoute, screens]),
  basepath: '/dashboard',
  context: { client },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0, // the query client caches preloaded data
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
