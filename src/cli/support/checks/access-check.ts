import { newestRoot } from '../../../projects/index.ts';
import { dayMs, minuteMs } from '../../../contract/time.ts';
import { countIdleUnscopedKeys, countUnusablePasskeys, examineOwners } from '../../../accounts/index.ts';
import { baseUrlOf, type Config, isThisMachine } from '../../../core/settings/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import type { Bounds } from '../../../core/util/index.ts';
import { advice, type Finding, good } from './finding.ts';

/** Days after which an unused key is reported. */
const idleDays = 90;
/** Seals are created every minute. If the last seal is older than this, no process seals the log. */
const sealedMs = 10 * minuteMs;

/** Without https, passwords and sessions are sent unencrypted, unless they never leave this machine. */
export function httpsFindings(config: Config): Finding[] {
  const url = baseUrlOf(config);
  if (url.startsWith('https:') || isThisMachine(url)) return [];
  return [
    advice(
      'https',
      'BASE_URL is not https, so passwords cross the network unencrypted.',
      'Serve Galley over https.',
    ),
  ];
}

/** Findings about who can access the installation. All are advice, because the service runs anyway. */
export async function accessFindings(
  system: SystemDb,
  signIn: Bounds['signIn'],
  now: Date,
): Promise<Finding[]> {
  const since = new Date(now.getTime() - idleDays * dayMs);
  const [{ owners, lockedOut }, passkeys, keys, root] = await Promise.all([
    examineOwners(system, signIn),
    countUnusablePasskeys(system, signIn.rpId),
    countIdleUnscopedKeys(system, since, now),
    newestRoot(system),
  ]);
  const sealAgeMs = root === null ? null : now.getTime() - root.at.getTime();
  return [
    ownersFinding({
      total: owners.length,
      withoutSecondFactor: owners.filter(({ password, totp }) => password !== null && totp === undefined)
        .length,
    }),
    ...lockedOutFindings(lockedOut.map(({ email }) => email)),
    ...passkeyFindings(passkeys, signIn.rpId),
    keys === 0
      ? good('keys', `No key with all rights is unused for ${idleDays} days.`)
      : advice(
          'keys',
          `${keys === 1 ? '1 key with all rights is' : `${keys} keys with all rights are`} unused for ${idleDays} days.`,
          'Revoke or narrow them.',
        ),
    sealAgeMs === null || sealAgeMs <= sealedMs
      ? good(
          'audit',
          root === null
            ? 'The audit log has no seal yet.'
            : `The audit log is sealed up to ${root.at.toISOString()}.`,
        )
      : advice(
          'audit',
          `The last seal of the audit log is from ${root?.at.toISOString() ?? ''}.`,
          'Start a process with ROLE=all or worker.',
        ),
  ];
}

/** Rates how the owners of all projects sign in. */
export function ownersFinding(owners: { total: number; withoutSecondFactor: number }): Finding {
  const { total, withoutSecondFactor: count } = owners;
  if (total === 0) return good('owners', 'There is no owner.');
  if (count === 0) return good('owners', 'Every owner uses a second factor.');
  const subject = count === 1 ? '1 owner signs in' : `${count} owners sign in`;
  const fix = 'Ask them to add an authenticator app under Your account.';
  return advice('owners', `${subject} with a password alone.`, fix);
}

/** Names the owners who can't sign in, up to this many. */
const namedMax = 10;

function lockedOutFindings(emails: readonly string[]): Finding[] {
  if (emails.length === 0) return [];
  const names = emails.slice(0, namedMax).join(', ') + (emails.length > namedMax ? ', …' : '');
  const subject = emails.length === 1 ? '1 owner has' : `${emails.length} owners have`;
  const why = `${subject} no way to sign in that SIGN_IN accepts: ${names}.`;
  return [advice('sign-in', why, 'Create a link for each: galley user link --email E --kind recover')];
}

function passkeyFindings(count: number, rpId: string | null): Finding[] {
  if (count === 0) return [];
  const subject = count === 1 ? '1 passkey belongs' : `${count} passkeys belong`;
  const why = `${subject} to another domain${rpId === null ? '' : ` than ${rpId}`} and can't be used.`;
  return [advice('passkeys', why, 'Set BASE_URL or PASSKEY_RP_ID back, or ask people to add new passkeys.')];
}
