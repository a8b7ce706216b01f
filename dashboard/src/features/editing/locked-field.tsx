import type { ReactNode } from 'react';
import { WholeItemAccess } from '../access/locale-access.tsx';

/** A field that the member can only view, because a change would show in all languages. */
export function LockedField({ isLocked, children }: { isLocked: boolean; children: ReactNode }) {
  if (!isLocked) return children;
  return (
    <fieldset disabled className="editing-read-only">
      <WholeItemAccess>{children}</WholeItemAccess>
      <p className="field-help">View only: a change would apply to all languages.</p>
    </fieldset>
  );
}
