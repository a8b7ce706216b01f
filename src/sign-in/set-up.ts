import { problem } from '../contract/problem.ts';
import type { Answer } from '../platform/http/answer.ts';
import type { AccountCall } from '../platform/http/dashboard-route.ts';
import { inTransaction } from '../platform/mongo/transaction.ts';
import { newProject, storeProject } from '../projects/service.ts';
import {
  checkNewPassword,
  createAccount,
  emailOf,
  giveRole,
  hashPassword,
  hasUsers,
  openSession,
} from '../users/service.ts';
import { settleGuess } from './attempts.ts';
import type { Session, SetUp } from './schema.ts';
import { sessionStart, startedSession } from './session.ts';
import { isSetUpToken, takeSetUpToken } from './set-up-token-repository.ts';

/**
 * Makes the first project and its owner with a one-time token of the log, all of it or nothing (specification: set-up). What can be refused is refused before, so that the token stays good.
 * @throws set_up_done, invalid_set_up_token, invalid_field_value, too_many_attempts
 */
export function setUp(call: AccountCall, sent: SetUp): Promise<Answer<Session>> {
  return settleGuess(call, async () => {
    const { system, now } = call;
    if (await hasUsers(system)) throw problem('set_up_done', {});
    if (!(await isSetUpToken(system, sent.token))) throw problem('invalid_set_up_token', {});
    const email = emailOf(sent.email);
    checkNewPassword(sent.password, { email, projects: [sent.project] });
    const project = projectOf(sent.project, now);
    const hash = await hashPassword(sent.password);
    const made = await inTransaction(system, { dryRun: false, endsAt: call.endsAt }, async (session) => {
      const inside = system.within(session);
      const isMine = await takeSetUpToken(inside, sent.token);
      if (await hasUsers(inside)) throw problem('set_up_done', {});
      if (!isMine) throw problem('invalid_set_up_token', {});
      await storeProject(inside, project);
      const user = await createAccount(inside, { email, hash }, now);
      await giveRole(inside.project(project._id), user._id, { role: 'owner', now });
      return { user, ...(await openSession(inside, user, sessionStart(call, 'set_up'))) };
    });
    return startedSession(call, made.user, made);
  });
}

/** @throws invalid_field_value, which names the field of the form */
function projectOf(name: string, now: Date) {
  if (name.trim() === '') {
    const why = 'it takes 1 to 200 characters';
    throw problem('invalid_field_value', { name: 'project', why }, { param: 'project' });
  }
  return newProject({ name, privateMedia: false }, now);
}
