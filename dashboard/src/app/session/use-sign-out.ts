import { useRouter } from '@tanstack/react-router';
import { useSessionChanges } from '../../api/session.ts';
import { toastError } from '../../components/overlay/toast.tsx';

/**
 * Leaves the project and ends the session. The screen goes first, while it may still save, ask about what is not saved
 * and stop its requests; a person who stays there stays signed in.
 */
export function useSignOut(): () => void {
  const router = useRouter();
  const { signOut } = useSessionChanges();
  const leave = async () => {
    await router.navigate({ to: '/sign-in' });
    // A navigation that was refused ends with the next one, wherever that leads.
    if (router.state.location.pathname.endsWith('/sign-in')) await signOut();
  };
  return () =>
    void leave().catch((error: unknown) => {
      toastError(error);
      void router.navigate({ to: '/' });
    });
}
