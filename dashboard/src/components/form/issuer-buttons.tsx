import { useState } from 'react';
import type { Issuer } from '../../api/issuers.ts';
import { Button } from '../base/button.tsx';
import { toastError } from '../overlay/toast.tsx';

interface IssuerButtonsProps {
  issuers: readonly Issuer[];
  /** Called when the person chooses an issuer. */
  onChoose: (issuer: Issuer) => Promise<void>;
}

/** A button for each issuer at which the person can sign in. */
export function IssuerButtons({ issuers, onChoose }: IssuerButtonsProps) {
  return issuers.map((issuer) => (
    <Button key={issuer.name} onClick={() => void onChoose(issuer).catch(toastError)}>
      Continue with {issuer.label}
    </Button>
  ));
}

interface PasskeyButtonProps {
  label: string;
  /** Called when the person chooses to use a passkey. */
  onChoose: () => Promise<void>;
}

/** A button that lets the person choose a passkey. */
export function PasskeyButton({ label, onChoose }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const choose = async () => {
    setBusy(true);
    try {
      await onChoose();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={isBusy} onClick={() => void choose()}>
      {label}
    </Button>
  );
}
