import { projectCreatedEntry, newProject, storeProjectAudit, writeSystem } from '../../../projects/index.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { AccountContext, RouteResponse } from '../../../core/http/index.ts';
import { storeProject } from '../../new-project/store.ts';
import { auditedRole, giveRole } from '../../users/membership.ts';
import { checkNewPassword } from '../../users/password/password-rules.ts';
import { createAccount, checkEmail } from '../../users/accounts.ts';
import { hashPassword } from '../../users/password/password.ts';
import { hasUsers } from '../../users/repository.ts';
import { accountWriter, auditedAccount, startSessionIn } from '../audited.ts';
import { settleGuess } from '../attempts.ts';
import type { Session, SetUp } from '../schema.ts';
import { sessionStart, respondWithSession } from '../session.ts';
import { isSetUpToken, takeSetUpToken } from './set-up-token-repository.ts';

/**
 * Creates the first project and its owner in one transaction, with a one-time token from the log
 * (specification: set-up). Input is checked first, so a rejected request leaves the token usable.
 * @throws set_up_done, invalid_set_up_token, invalid_field_value, too_many_attempts
 */
export function setUp(context: AccountContext, input: SetUp): Promise<RouteResponse<Session>> {
  return settleGuess(context, async () => {
    const { system, now } = context;
    if (await hasUsers(system)) throw apiError('set_up_done', {});
    if (!(await isSetUpToken(system, input.token))) throw apiError('invalid_set_up_token', {});
    const email = checkEmail(input.email);
    checkNewPassword(input.password, { email, projects: [input.project] });
    const project = newFirstProject(input.project, now);
    const hash = await hashPassword(input.password);
    const session = await writeSystem(system, accountWriter(context), async (tx) => {
      const txSystem = tx.system;
      const isValid = await takeSetUpToken(txSystem, input.token);
      if (await hasUsers(txSystem)) throw apiError('set_up_done', {});
      if (!isValid) throw apiError('invalid_set_up_token', {});
      await storeProject(txSystem, project);
      const user = await createAccount(txSystem, { email, hash }, now);
      const db = txSystem.project(project._id);
      const member = await giveRole(db, user._id, { role: 'owner', now });
      await storeProjectAudit(db, [projectCreatedEntry(project), auditedRole(null, member)], tx.writer);
      const newSession = await startSessionIn(tx, user, sessionStart(context, 'set_up'));
      return tx.stored([auditedAccount('account.created', user), newSession.audit], { user, ...newSession });
    });
    return respondWithSession(context, session.user, session);
  });
}

/** @throws invalid_field_value, which names the form's field */
function newFirstProject(name: string, now: Date) {
  if (name.trim() === '') {
    const why = 'it takes 1 to 200 characters';
    throw apiError('invalid_field_value', { name: 'project', why }, { param: 'project' });
  }
  return newProject({ name, privateMedia: false }, now);
}
