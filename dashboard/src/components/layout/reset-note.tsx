import type { Session } from '../../api/session.ts';
import { Time } from '../base/time.tsx';

/** Shows who created the link that set the password, until the person sets another password. */
export function ResetNote({ reset: { by, at } }: { reset: NonNullable<Session['reset']> }) {
  return (
    <>
      Your password was set <Time value={at} /> with a link that {by ?? 'the operator'} created. If that was
      not you, change it and end all other sessions.
    </>
  );
}
