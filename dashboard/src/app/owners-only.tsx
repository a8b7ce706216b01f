import { Outlet, useRouterState } from '@tanstack/react-router';
import { includesArea } from '../api/granted.ts';
import { useProject } from '../api/project.ts';
import { Page } from '../components/layout/page.tsx';
import { EmptyState } from '../components/layout/states.tsx';
import { navigation } from './shell/navigation.ts';

/** The screen of the address; of one that the member may not open, a sentence about who may. */
export function OwnedOutlet() {
  const { id, role, grant } = useProject();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const closed = navigation.find(({ to, owner, label }) => {
    const start = to.replace('$projectId', id);
    // Settings says more about itself.
    return owner === true && label !== 'Settings' && `${path}/`.includes(`${start}/`);
  });
  const outside = navigation.find(
    ({ to, area }) =>
      area !== undefined &&
      !includesArea(grant, area) &&
      `${path}/`.includes(`${to.replace('$projectId', id)}/`),
  );
  if (outside !== undefined)
    return (
      <Page title={outside.label}>
        <EmptyState icon={outside.icon} title="Your membership does not include this">
          Ask an owner of this project to add it.
        </EmptyState>
      </Page>
    );
  if (role === 'owner' || closed === undefined) return <Outlet />;
  return (
    <Page title={closed.label}>
      <EmptyState icon={closed.icon} title="Only owners can open this">
        Ask an owner of this project to do it for you, or to make you an owner.
      </EmptyState>
    </Page>
  );
}
