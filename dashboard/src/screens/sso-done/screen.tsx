import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reportPopup } from '../../api/issuers.ts';
import { sessionQuery } from '../../api/session.ts';
import { EntrancePage } from '../../components/layout/entrance-page.tsx';

/** Reports the result of a sign-in in a popup, which then closes. */
export function SsoDoneScreen() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const issuers = useQuery(sessionQuery).data?.sign_in.issuers;
  useEffect(() => {
    if (issuers !== undefined) reportPopup(search, issuers);
  }, [issuers, search]);
  return (
    <EntrancePage title="Done" intro="You can close this window.">
      {null}
    </EntrancePage>
  );
}
