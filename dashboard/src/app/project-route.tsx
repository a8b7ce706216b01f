import { createRoute, Link, Outlet, redirect, retainSearchParams, useLocation } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ProjectContext } from '../api/project.ts';
import { sessionQuery, useSession } from '../api/session.ts';
import { LocaleReason, WholeItemAccess } from '../features/access/locale-access.tsx';
import { ConfirmProvider } from '../components/overlay/confirm.tsx';
import { EmptyState, NotFound } from '../components/layout/states.tsx';
import { projectParameters } from './own-search.ts';
import { BlockedDialog, BlockedProject } from './projects/blocked-project.tsx';
import { NewProjectProvider } from './projects/new-project.tsx';
import { rootRoute } from './root-route.tsx';
import { Shell } from './shell/shell.tsx';

interface ProjectSearch {
  /** The id of the open release; absent for the default release. */
  release?: string | undefined;
  /** The code of the chosen locale; absent for the default locale. */
  locale?: string | undefined;
}

/** The parent of every screen of a project. */
export const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'p/$projectId',
  validateSearch: ({ release, locale }: Record<string, unknown>): ProjectSearch => ({
    ...(typeof release === 'string' ? { release } : {}),
    ...(typeof locale === 'string' ? { locale } : {}),
  }),
  search: { middlewares: [retainSearchParams([...projectParameters])] },
  beforeLoad: async ({ context, location }) => {
    const session = await context.client.ensureQueryData(sessionQuery);
    if (session.needs_set_up) redirect({ to: '/set-up', throw: true });
    if (session.user === null) redirect({ to: '/sign-in', search: { next: location.href }, throw: true });
  },
  component: OpenProject,
  notFoundComponent: () => <NotFound isScreen />, // shown inside the shell, so that the navigation stays
});

function OpenProject() {
  const { projectId } = projectRoute.useParams();
  const { release, locale } = projectRoute.useSearch();
  const membership = useSession()?.projects.find(({ id }) => id === projectId);
  // A member who is removed while typing keeps the screen with the unsaved text.
  const [lastMembership, setLastMembership] = useState(membership);
  if (membership !== undefined && membership !== lastMembership) setLastMembership(membership);
  const openProject = membership ?? (lastMembership?.id === projectId ? lastMembership : undefined);
  const project = useMemo(
    () =>
      openProject === undefined
        ? null
        : { ...openProject, releaseId: release ?? null, locale: locale ?? null },
    [openProject, release, locale],
  );
  const isAccount = useLocation({ select: ({ pathname }) => pathname.endsWith('/account') });
  // A project that closes while it is open keeps its screen too.
  const [openedId, setOpenedId] = useState<string | null>(null);
  if (project?.blocked === null && openedId !== project.id) setOpenedId(project.id);
  if (project === null)
    return (
      <EmptyState title="Project not found" action={<Link to="/">Go to your projects</Link>}>
        You may not be a member of it. Ask an owner to invite you.
      </EmptyState>
    );
  const { blocked } = project;
  const isClosed = blocked !== null && openedId !== project.id;
  return (
    <ProjectContext value={project}>
      <WholeItemAccess>
        <ConfirmProvider>
          {isClosed && isAccount ? <AccountAlone /> : null}
          {blocked !== null && isClosed && !isAccount ? (
            <BlockedProject project={{ ...project, blocked }} />
          ) : null}
          {isClosed ? null : (
            <LocaleReason>
              <NewProjectProvider>
                <Shell key={project.id} />
                {blocked === null || blocked.code === 'step_up_required' ? null : (
                  <BlockedDialog project={{ ...project, blocked }} />
                )}
              </NewProjectProvider>
            </LocaleReason>
          )}
        </ConfirmProvider>
      </WholeItemAccess>
    </ProjectContext>
  );
}

/** The account of a person whose project is closed: a second factor can open it. */
function AccountAlone() {
  const { projectId } = projectRoute.useParams();
  return (
    <main>
      <p className="page page-above">
        <Link to="/p/$projectId" params={{ projectId }}>
          Back to the project
        </Link>
      </p>
      <Outlet />
    </main>
  );
}
