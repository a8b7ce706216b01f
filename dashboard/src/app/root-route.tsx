import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Link, Outlet } from '@tanstack/react-router';
import { EmptyState, ErrorState } from '../components/layout/states.tsx';
import { Toasts } from '../components/overlay/toast.tsx';
import { ProofDialog } from './session/proof-dialog.tsx';
import { SignInAgain } from './session/sign-in-again.tsx';

/** The root of all screens, with toasts, the proof dialog, and the sign-in dialog for ended sessions. */
export const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Root,
  notFoundComponent: PageNotFound,
  errorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
});

function Root() {
  return (
    <>
      <Outlet />
      <SignInAgain />
      <ProofDialog />
      <Toasts />
    </>
  );
}

function PageNotFound() {
  return (
    <EmptyState title="Page not found" action={<Link to="/">Go to the dashboard</Link>}>
      It may have been deleted, or the link is wrong.
    </EmptyState>
  );
}
