import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasPasskeys } from '../../api/passkeys.ts';
import { type Session, useSession, useSessionChanges } from '../../api/session.ts';
import { Button } from '../../components/base/button.tsx';
import { TextField } from '../../components/form/field.tsx';
import { Form, useSubmit } from '../../components/form/form.tsx';
import { LeaveGuard } from '../../components/form/leave-guard.tsx';
import { Card, Page, Section } from '../../components/layout/page.tsx';
import { ResetNote } from '../../components/layout/reset-note.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { SecondFactorSection } from './second-factor.tsx';
import { ActivitySection } from './activity.tsx';
import { NotificationsSection } from './notifications.tsx';
import { LinkedIssuersSection } from './linked-issuers.tsx';
import { ownSignInQuery, PasskeysSection, RemovePassword } from './passkeys.tsx';
import { SessionsSection } from './sessions.tsx';

export function AccountScreen() {
  const session = useSession();
  const user = session?.user;
  return (
    <Page title="Your account" intro={user?.email} width="text">
      {user == null ? null : <NameSection name={user.name} />}
      {session?.sign_in.methods.includes('password') === true ? (
        <PasswordSection reset={session.reset} />
      ) : null}
      {hasPasskeys(session) ? <PasskeysSection /> : null}
      {session === undefined ? null : <SecondFactorSection secondFactor={session.second_factor} />}
      {session === undefined || session.sign_in.issuers.length === 0 ? null : (
        <LinkedIssuersSection issuers={session.sign_in.issuers} />
      )}
      <NotificationsSection />
      <SessionsSection />
      <ActivitySection />
    </Page>
  );
}

function NameSection({ name: current }: { name: string }) {
  const [name, setName] = useState(current);
  const { changeName } = useSessionChanges();
  const submission = useSubmit(async () => {
    await changeName(name.trim());
    toast('Name saved');
  });
  return (
    <Section title="Name" intro="Shown next to your changes.">
      <Card>
        <Form submission={submission} fields={['name']}>
          <LeaveGuard when={name !== current && !submission.busy} />
          <TextField label="Name" name="name" value={name} onChange={setName} autoComplete="name" />
          <div className="row">
            <Button type="submit" variant="primary" busy={submission.busy} disabled={name === current}>
              Save name
            </Button>
          </div>
        </Form>
      </Card>
    </Section>
  );
}

function PasswordSection({ reset }: { reset: Session['reset'] }) {
  const client = useQueryClient();
  const signIn = useQuery(ownSignInQuery).data;
  const hasPassword = signIn?.password !== false;
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { changePassword } = useSessionChanges();
  const submission = useSubmit(async () => {
    await changePassword({ ...(hasPassword ? { current_password: current } : {}), new_password: next });
    setCurrent('');
    setNext('');
    toast(`Password ${hasPassword ? 'changed' : 'added'}. Your other sessions have ended.`);
    await client.invalidateQueries(ownSignInQuery);
  });
  return (
    <Section title="Password" intro={reset === undefined ? undefined : <ResetNote reset={reset} />}>
      <Card>
        <Form submission={submission} fields={['current_password', 'new_password']}>
          {hasPassword ? (
            <TextField
              label="Current password"
              name="current_password"
              type="password"
              value={current}
              onChange={setCurrent}
              autoComplete="current-password"
            />
          ) : null}
          <TextField
            label="New password"
            name="new_password"
            type="password"
            value={next}
            onChange={setNext}
            autoComplete="new-password"
          />
          <div className="row">
            <Button
              type="submit"
              variant="primary"
              busy={submission.busy}
              disabled={(hasPassword && current === '') || next === ''}
            >
              {hasPassword ? 'Change password' : 'Add password'}
            </Button>
            {signIn !== undefined && hasPassword && signIn.passkeys.length + signIn.identities.length > 0 ? (
              <RemovePassword />
            ) : null}
          </div>
        </Form>
      </Card>
    </Section>
  );
}
