import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

/** Where to go after the sign-in, and the error with which an issuer returned. */
interface SignInSearch {
  next?: string;
  error?: string;
  issuer?: string;
  reason?: string;
}

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  validateSearch: (search: Record<string, unknown>): SignInSearch =>
    Object.fromEntries(
      ['next', 'error', 'issuer', 'reason']
        .filter((name) => typeof search[name] === 'string')
        .map((name) => [name, search[name]]),
    ),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'SignInScreen'),
});
