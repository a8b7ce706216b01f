import { useEffect, useState } from 'react';
import { proveWithPasskey } from '../../api/passkeys.ts';
import { openIssuer } from '../../api/issuers.ts';
import { useSession } from '../../api/session.ts';
import { IssuerButtons, PasskeyButton } from '../../components/form/issuer-buttons.tsx';
import { type ProofRequest, setProofPrompt } from '../../api/http/proof.ts';
import { AccountFields, useAccountValues } from '../../components/form/account-form.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';

interface PendingProof {
  request: ProofRequest;
  end: (isProven: boolean) => void;
}

/** Asks for the passkey, password or code that a sign-in or a protected action needs. */
export function ProofDialog() {
  const [pending, setPending] = useState<PendingProof | null>(null);
  useEffect(
    () =>
      setProofPrompt(
        (request) =>
          new Promise((resolve) => {
            const end = (isProven: boolean) => {
              setPending(null);
              resolve(isProven);
            };
            setPending({ request, end });
          }),
      ),
    [],
  );
  return pending === null ? null : <Proof {...pending} />;
}

const code = {
  name: 'code',
  label: 'Code',
  autoComplete: 'one-time-code',
  help: 'The 6 digits in your authenticator app, or a recovery code.',
};

function Proof({ request, end }: PendingProof) {
  const { kind, title, send, passkeyOptions, issuers: names = [] } = request;
  const issuers = useSession()?.sign_in.issuers.filter(({ name }) => names.includes(name)) ?? [];
  const field = kind ?? 'password';
  const values = useAccountValues();
  const submission = useSubmit(async () => {
    const value = values.value(field).trim();
    await send(field === 'code' ? { code: value } : { password: value });
    end(true);
  });
  const usePasskey = async () => {
    if (passkeyOptions === null) return;
    await send({ passkey: await proveWithPasskey(passkeyOptions.path, passkeyOptions.body) });
    end(true);
  };
  return (
    <FormDialog
      onClose={() => end(false)}
      size="small"
      title={title}
      submission={submission}
      fields={[field]}
      action={kind === null ? null : 'Continue'}
      disabled={values.value(field).trim() === ''}
    >
      {passkeyOptions === null ? null : <PasskeyButton label="Use passkey" onChoose={usePasskey} />}
      {kind === null ? null : (
        <AccountFields fields={[kind === 'code' ? code : 'password']} values={values} />
      )}
      <IssuerButtons
        issuers={issuers}
        onChoose={async (issuer) => {
          await openIssuer(issuer, 'step_up');
          end(true);
        }}
      />
    </FormDialog>
  );
}
