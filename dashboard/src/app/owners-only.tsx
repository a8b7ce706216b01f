import { Outlet, useRouterState } from '@tanstack/react-router';
import { includesArea } from '../api/granted.ts';
import { useProject } from '../api/project.ts';
import { Page } from '../components/layout/page.tsx';
import { EmptyState } from '../components/layout/states.tsx';
import { navigation } from './shell/navigation.ts';

/** The current screen, or an explanation if the member may not open it. */
export function GuardedOutlet() {
  const { id, role, grant } = useProject();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const ownerItem = navigation.find(({ to, owner, label }) => {
    const start = to.replace('$projectId', id);
    // The Settings screen explains the missing access itself.
    return owner === true && label !== 'Settings' && `${path}/`.includes(`${start}/`);
  });
  const deniedItem = navigation.find(
    ({ to, area }) =>
      area !== undefined &&
      !includesArea(grant, area) &&
      `${path}/`.includes(`${to.replace('$projectId', id)}/`),
  );
  if (deniedItem !== undefined)
    return (
      <Page title={deniedItem.label}>
        <EmptyState
          icon={deniedItem.icon}
          title={`You don’t have access to ${accessedName(deniedItem.label)}`}
        >
          Ask an owner of this project for access.
        </EmptyState>
      </Page>
    );
  if (role === 'owner' || ownerItem === undefined) return <Outlet />;
  return (
    <Page title={ownerItem.label}>
      <EmptyState icon={ownerItem.icon} title="Only owners can open this">
        Ask an owner of this project to do it for you, or to make you an owner.
      </EmptyState>
    </Page>
  );
}

/** `the blog`, `media`: a screen in a sentence. */
function accessedName(label: string): string {
  const name = label.toLowerCase();
  return ['blog', 'knowledge base'].includes(name) ? `the ${name}` : name;
}
