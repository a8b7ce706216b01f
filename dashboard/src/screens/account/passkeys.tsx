import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '../../../../src/accounts/passkeys/schema.ts';
import type { OwnSignIn } from '../../../../src/accounts/sso/schema.ts';
import { requestApi } from '../../api/http/client.ts';
import { createPasskey } from '../../api/passkeys.ts';
import { useReloadSession } from '../../api/session.ts';
import { Button } from '../../components/base/button.tsx';
import { Time } from '../../components/base/time.tsx';
import { TextField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { PasskeyButton } from '../../components/form/issuer-buttons.tsx';
import { Card, Section } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { toast } from '../../components/overlay/toast.tsx';

/** How the person can sign in. */
export const ownSignInQuery = queryOptions({
  queryKey: ['own-sign-in'],
  queryFn: ({ signal }) => requestApi<OwnSignIn>('GET', '/account/sign-in', { signal }),
});

/** The passkeys of the account, which can be added, renamed and removed. */
export function PasskeysSection() {
  const client = useQueryClient();
  const reloadSession = useReloadSession();
  const add = async () => {
    const response = await createPasskey('/account/passkeys/options');
    await requestApi('POST', '/account/passkeys', { body: { response } });
    toast('Added passkey');
    await client.invalidateQueries(ownSignInQuery);
    await reloadSession(); // the passkey is a second factor, which may open projects
  };
  return (
    <Section
      title="Passkeys"
      intro="Sign in with your fingerprint, your face, the PIN of your device, or a security key."
    >
      <QueryView query={useQuery(ownSignInQuery)}>
        {({ passkeys }) => (
          <Card>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
            <div className="row">
              <PasskeyButton label="Add passkey" onChoose={add} />
            </div>
          </Card>
        )}
      </QueryView>
    </Section>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { id, name, last_used_at, created_at, usable } = passkey;
  const client = useQueryClient();
  const confirm = useConfirm();
  const [isRenaming, setRenaming] = useState(false);
  const remove = () =>
    confirm({
      title: `Remove ${name}?`,
      body: `You can no longer sign in with ${name}.`,
      action: 'Remove passkey',
      danger: true,
      run: async () => {
        await requestApi('DELETE', `/account/passkeys/${id}`);
        toast('Removed passkey');
        await client.invalidateQueries(ownSignInQuery);
      },
    });
  return (
    <div className="row">
      <p>
        {name}
        <span className="muted">
          {' '}
          {last_used_at === null ? 'added' : 'last used'} <Time value={last_used_at ?? created_at} />
          {usable ? '' : '. It was created for another URL of Galley and no longer works.'}
        </span>
      </p>
      <Button onClick={() => setRenaming(true)} aria-label={`Rename passkey ${name}`}>
        Rename
      </Button>
      <Button onClick={remove} aria-label={`Remove passkey ${name}`}>
        Remove
      </Button>
      {isRenaming ? <RenameDialog passkey={passkey} onClose={() => setRenaming(false)} /> : null}
    </div>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(passkey.name);
  const submission = useSubmit(async () => {
    await requestApi('PATCH', `/account/passkeys/${passkey.id}`, { body: { name } });
    toast('Renamed passkey');
    await client.invalidateQueries(ownSignInQuery);
    onClose();
  });
  return (
    <FormDialog
      size="small"
      title="Rename passkey"
      onClose={onClose}
      submission={submission}
      fields={['name']}
      action="Rename passkey"
      disabled={name.trim() === '' || name === passkey.name}
    >
      <TextField label="Name" name="name" value={name} onChange={setName} maxLength={60} autoFocus />
    </FormDialog>
  );
}

/** Removes the password of a person who can sign in another way. */
export function RemovePassword() {
  const client = useQueryClient();
  const confirm = useConfirm();
  const remove = () =>
    confirm({
      title: 'Remove your password?',
      body: 'You can no longer sign in with a password. Your other sessions that began with it end.',
      action: 'Remove password',
      danger: true,
      run: async () => {
        await requestApi('DELETE', '/account/password');
        toast('Removed password');
        await client.invalidateQueries(ownSignInQuery);
      },
    });
  return <Button onClick={remove}>Remove password</Button>;
}
