import { useEffect, useState } from 'react';
import { type ProofRequest, onProofRequired } from '../../api/http/proof.ts';
import { AccountFields, useAccountValues } from '../../components/form/account-form.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';

interface Shown {
  request: ProofRequest;
  end: (isProven: boolean) => void;
}

/** Above everything: the password or code that a sign-in, or what gives access, waits for. */
export function ProofDialog() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(
    () =>
      onProofRequired(
        (request) =>
          new Promise((resolve) => {
            const end = (isProven: boolean) => {
              setShown(null);
              resolve(isProven);
            };
            setShown({ request, end });
          }),
      ),
    [],
  );
  return shown === null ? null : <Proof {...shown} />;
}

const code = {
  name: 'code',
  label: 'Code',
  autoComplete: 'one-time-code',
  help: 'The 6 digits in your authenticator app, or a recovery code.',
};

function Proof({ request, end }: Shown) {
  const { what, title, send } = request;
  const values = useAccountValues();
  const submission = useSubmit(async () => {
    await send(values.value(what).trim());
    end(true);
  });
  return (
    <FormDialog
      onClose={() => end(false)}
      size="small"
      title={title}
      submission={submission}
      fields={[what]}
      action="Continue"
      disabled={values.value(what).trim() === ''}
    >
      <AccountFields fields={[what === 'code' ? code : 'password']} values={values} />
    </FormDialog>
  );
}
