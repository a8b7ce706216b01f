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
