import { useEffect, useState } from 'react';
import { type ProofRequest, setProofPrompt } from '../../api/http/proof.ts';
import { AccountFields, useAccountValues } from '../../components/form/account-form.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';

interface PendingProof {
  request: ProofRequest;
  end: (isProven: boolean) => void;
}

/** Asks for the password or code that a sign-in or a protected action needs. */
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
  const { kind, title, send } = request;
  const values = useAccountValues();
  const submission = useSubmit(async () => {
    await send(values.value(kind).trim());
    end(true);
  });
  return (
    <FormDialog
      onClose={() => end(false)}
      size="small"
      title={title}
      submission={submission}
      fields={[kind]}
      action="Continue"
      disabled={values.value(kind).trim() === ''}
    >
      <AccountFields fields={[kind === 'code' ? code : 'password']} values={values} />
    </FormDialog>
  );
}
