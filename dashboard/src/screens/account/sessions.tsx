import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnSession } from '../../../../src/accounts/sign-in/schema.ts';
import { requestApi } from '../../api/http/client.ts';
import { Button } from '../../components/base/button.tsx';
import { type Column, DataTable } from '../../components/list/data-table.tsx';
import { Section } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';

const key = ['own-sessions'];

const columns: readonly Column<OwnSession>[] = [
  {
    key: 'browser',
    title: 'Browser',
    cell: ({ browser, address, is_this, by_link }) => (
      <>
        {browser ?? 'Unknown'}
        <span className="muted">
          {address === null ? '' : `, ${address}`}
          {by_link ? ', by a link' : ''}
          {is_this ? ' (this one)' : ''}
        </span>
      </>
    ),
  },
  {
    key: 'seen',
    title: 'Last used',
    width: '160px',
    cell: ({ seen_at, began_at }) => <Time value={seen_at ?? began_at} />,
  },
  { key: 'began', title: 'Signed in', width: '160px', cell: ({ began_at }) => <Time value={began_at} /> },
  {
    key: 'end',
    title: '',
    width: '90px',
    align: 'end',
    cell: (session) => (session.is_this ? null : <EndButton session={session} />),
  },
];

/** The sessions of the person, which they can end. */
export function SessionsSection() {
  const sessions = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => requestApi<{ data: OwnSession[] }>('GET', '/account/sessions', { signal }),
  });
  const end = useEndSession();
  const endOthers = () =>
    end.mutate('', { onSuccess: () => toast('Your other sessions ended'), onError: toastError });
  return (
    <Section
      title="Sessions"
      intro="Where you are signed in. End sessions that you don’t recognize, and change your password."
      actions={
        <Button onClick={endOthers} busy={end.isPending}>
          End all others
        </Button>
      }
    >
      <QueryView query={sessions}>
        {({ data }) => <DataTable label="Sessions" columns={columns} rows={data} rowId={({ id }) => id} />}
      </QueryView>
    </Section>
  );
}

function EndButton({ session: { id, browser } }: { session: OwnSession }) {
  const end = useEndSession();
  const run = () =>
    end.mutate(`/${id}`, { onSuccess: () => toast('The session ended'), onError: toastError });
  return (
    <Button onClick={run} busy={end.isPending} aria-label={`End ${browser ?? 'session'}`}>
      End
    </Button>
  );
}

/** Ends the session at the path. An empty path ends all other sessions. */
function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (path: string) => requestApi('DELETE', `/account/sessions${path}`),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}
