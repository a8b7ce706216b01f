import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TotpSecret, RecoveryCodes } from '../../../../src/accounts/sign-in/second-factor/schema.ts';
import { requestApi } from '../../api/http/client.ts';
import { type Session, useReloadSession } from '../../api/session.ts';
import { Button } from '../../components/base/button.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { CopyDialog } from '../../components/overlay/copy-dialog.tsx';
import { Card, Section } from '../../components/layout/page.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import { AddAuthenticatorDialog } from './add-authenticator-dialog.tsx';

/** Shows whether the account has an authenticator app, and adds or removes it. */
export function SecondFactorSection({ secondFactor }: { secondFactor: Session['second_factor'] }) {
  const reload = useReloadSession();
  const [totpSecret, setTotpSecret] = useState<TotpSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const offer = useMutation({
    mutationFn: () => requestApi<TotpSecret>('POST', '/account/totp'),
    onSuccess: setTotpSecret,
    onError: toastError,
  });
  const showRecoveryCodes = ({ recovery_codes }: RecoveryCodes) => {
    setTotpSecret(null);
    setCodes(recovery_codes);
  };
  return (
    <Section
      title="Two-step sign-in"
      intro="After your password, Galley asks for a code from an authenticator app on your phone."
    >
      <Card>
        {secondFactor === null ? (
          <Button onClick={() => offer.mutate()} busy={offer.isPending}>
            Add an authenticator app
          </Button>
        ) : (
          <ActiveApp codesLeft={secondFactor.recovery_codes_left} />
        )}
      </Card>
      {totpSecret === null ? null : (
        <AddAuthenticatorDialog
          totpSecret={totpSecret}
          onAdded={showRecoveryCodes}
          onClose={() => setTotpSecret(null)}
        />
      )}
      {codes === null ? null : (
        <CopyDialog
          onClose={() => {
            setCodes(null);
            void reload();
          }}
          title="Save your recovery codes now"
          description={<p>You won’t see them again. Each one signs you in once if you lose your phone.</p>}
          text={codes.join('\n')}
          label="Copy the recovery codes"
        />
      )}
    </Section>
  );
}

function ActiveApp({ codesLeft }: { codesLeft: number }) {
  const reload = useReloadSession();
  const confirm = useConfirm();
  const remove = () =>
    confirm({
      title: 'Remove the authenticator app?',
      body: 'Your password alone will sign you in. The recovery codes will no longer work.',
      action: 'Remove app',
      danger: true,
      run: async () => {
        await requestApi('DELETE', '/account/totp');
        toast('Authenticator app removed');
        await reload();
      },
    });
  return (
    <div className="row">
      <p>
        Your authenticator app is on. {codesLeft} recovery {codesLeft === 1 ? 'code' : 'codes'} left.
      </p>
      <Button onClick={remove}>Remove</Button>
    </div>
  );
}
