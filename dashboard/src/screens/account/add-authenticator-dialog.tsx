import { generate } from 'lean-qr';
import { useMemo, useState } from 'react';
import type { TotpSecret, RecoveryCodes } from '../../../../src/accounts/sign-in/second-factor/schema.ts';
import { requestApi } from '../../api/http/client.ts';
import { CopyText } from '../../components/base/copy.tsx';
import { TextField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import './account.css';

interface AddAuthenticatorDialogProps {
  totpSecret: TotpSecret;
  onAdded: (codes: RecoveryCodes) => void;
  onClose: () => void;
}

/** Shows the secret for an authenticator app, and asks for its first code. */
export function AddAuthenticatorDialog({
  totpSecret: { secret, uri },
  onAdded,
  onClose,
}: AddAuthenticatorDialogProps) {
  const [code, setCode] = useState('');
  const submission = useSubmit(async () => {
    onAdded(
      await requestApi<RecoveryCodes>('POST', '/account/totp/confirm', { body: { code: code.trim() } }),
    );
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Add an authenticator app"
      description="Scan this QR code with your authenticator app, then enter the code it shows. Your other sessions will end."
      submission={submission}
      fields={['code']}
      action="Add app"
      disabled={code.trim() === ''}
    >
      <QrCode text={uri} />
      <CopyText text={secret} label="Copy the secret" />
      <TextField
        label="Code"
        name="code"
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
      />
    </FormDialog>
  );
}

/** QR scanners need a light margin of four modules, also in the dark theme. */
const quietZone = 4;

function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => pathOf(text), [text]);
  const fullSize = size + 2 * quietZone;
  return (
    <svg
      className="qr-code"
      viewBox={`-${quietZone} -${quietZone} ${fullSize} ${fullSize}`}
      role="img"
      aria-label="QR code of the secret below"
    >
      <rect x={-quietZone} y={-quietZone} width={fullSize} height={fullSize} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function pathOf(text: string): { size: number; path: string } {
  const code = generate(text);
  const { size } = code;
  const squares = Array.from({ length: size * size }, (_, i) => [i % size, Math.floor(i / size)] as const);
  const dark = squares.filter(([x, y]) => code.get(x, y));
  return { size, path: dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('') };
}
