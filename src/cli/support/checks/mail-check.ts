import type { SystemDb } from '../../../core/mongo/index.ts';
import { findDigestFailures } from '../../../dashboard/index.ts';
import { bad, type Finding, good } from './finding.ts';

/** Shows whether the last e-mails with notifications were sent. */
export async function mailFinding(system: SystemDb): Promise<Finding> {
  const failures = await findDigestFailures(system);
  if (failures === null) return good('e-mail', 'No e-mail with notifications failed.');
  const { count, latest } = failures;
  const whose = count === 1 ? 'one person' : `${count} people`;
  return bad(
    'e-mail',
    `The last e-mail to ${whose} was not sent: ${latest.what}, ${latest.at.toISOString()}. The next interval tries again.`,
    'Check SMTP_URL and MAIL_FROM, and the log of the mail server.',
  );
}
