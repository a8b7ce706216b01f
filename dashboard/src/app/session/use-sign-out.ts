import { useRouter } from '@tanstack/react-router';
import { useSessionChanges } from '../../api/session.ts';
import { toastError } from '../../components/overlay/toast.tsx';

/**
 * Leaves the project, then ends the session, so that the screen can still save or ask about unsaved changes.
 * A person who chooses to stay on the screen stays signed in.
 */
export function useSignOut(): () => void {
  const router = useRouter();
  const { signOut } = useSessionChanges();
  const leave = async () => {
    await router.navigate({ to: '/sign-in' });
    // The promise of a blocked navigation resolves after the next navigation, which may lead elsewhere.
    if (router.state.location.pathname.endsWith('/sign-in')) await signOut();
  };
  return () =>
    void leave().catch((error: unknown) => {
      toastError(error);
      void router.navigate({ to: '/' });
    });
}
