import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DigestInterval } from '../../../../src/contract/notifications.ts';
import type { NotificationSettings } from '../../../../src/dashboard/digests/schema.ts';
import { requestApi } from '../../api/http/client.ts';
import { SelectField } from '../../components/form/field.tsx';
import { Card, Section } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';

const path = '/account/notifications';
const queryKey = ['own-notification-settings'];

const names: Readonly<Record<DigestInterval, string>> = {
  off: 'Never',
  hourly: 'At most once an hour',
  daily: 'At most once a day',
};

/** How often the person gets an e-mail with new notifications. */
export function NotificationsSection() {
  const client = useQueryClient();
  const settings = useQuery({
    queryKey,
    queryFn: ({ signal }) => requestApi<NotificationSettings>('GET', path, { signal }),
  });
  const change = useMutation({
    mutationFn: (email: string) => requestApi<NotificationSettings>('PATCH', path, { body: { email } }),
    onSuccess: (after) => {
      client.setQueryData(queryKey, after);
      toast(
        after.email === 'off' ? 'E-mail turned off' : `E-mail set to ${names[after.email].toLowerCase()}`,
      );
    },
    onError: toastError,
  });
  return (
    <Section
      title="Notifications by e-mail"
      intro="One e-mail about all your projects, with what is new and unread. It contains titles and links, but no text of comments or content."
    >
      <QueryView query={settings}>
        {({ email, email_available: isAvailable }) => (
          <Card>
            <SelectField
              label="Send an e-mail"
              value={email}
              disabled={!isAvailable || change.isPending}
              help={
                isAvailable
                  ? undefined
                  : 'Galley sends no e-mail here. Your operator can set up a mail server.'
              }
              onChange={(value) => change.mutate(value)}
            >
              {Object.entries(names).map(([interval, name]) => (
                <option key={interval} value={interval}>
                  {name}
                </option>
              ))}
            </SelectField>
          </Card>
        )}
      </QueryView>
    </Section>
  );
}
