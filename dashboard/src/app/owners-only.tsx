import { Outlet, useRouterState } from '@tanstack/react-router';
import { useProject } from '../api/project.ts';
import { Page } from '../components/page.tsx';
import { EmptyState } from '../components/states.tsx';
import { navigation } from './navigation.ts';

/** The screen of the address; to editors, of owners' screens, a sentence about who may open them. */
export function OwnedOutlet() {
  const { id, role } = useProject();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const closed = navigation.find(({ to, owner, label }) => {
    const start = to.replace('$projectId', id);
    // Settings says more about itself.
    return owner === true && label !== 'Settings' && `${path}/`.includes(`${start}/`);
  });
  if (role === 'owner' || closed === undefined) return <Outlet />;
  return (
    <Page title={closed.label}>
      <EmptyState icon={closed.icon} title="Only owners can open this">
        Ask an owner of this project to do it for you, or to make you an owner.
      </EmptyState>
    </Page>
  );
}
