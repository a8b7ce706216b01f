import { type Role, roles } from '../../../contract/access.ts';
import {
  checkNewPassword,
  normalizeEmail,
  findMemberships,
  findUserByEmail,
  hashPassword,
  serializeUser,
  type UserRecord,
} from '../../../accounts/index.ts';
import { findProjects } from '../../../projects/index.ts';
import type { CommandRun } from '../../command.ts';
import type { Installation } from '../installation.ts';
import { askPassword, firstLine } from './password.ts';
import { oneOf, commandError } from '../command-error.ts';

/** Sources of a password. Arguments are none, because other users of the machine can read them. */
export interface PasswordSources {
  fromEnvironment: string | undefined;
  fromInput: boolean;
  mayAsk: boolean;
}

export async function passwordSources(
  run: CommandRun,
  { passwordStdin, json }: { passwordStdin?: true | undefined; json?: true | undefined },
): Promise<PasswordSources> {
  const { values } = await run.variables();
  return {
    fromEnvironment: values['GALLEY_PASSWORD'],
    fromInput: passwordStdin === true,
    mayAsk: process.stdin.isTTY && json !== true,
  };
}

/** The account with this e-mail address. @throws invalid_parameter */
export async function personNamed({ system }: Installation, email: string): Promise<UserRecord> {
  const user = await findUserByEmail(system, normalizeEmail(email));
  if (user !== null) return user;
  const message = `No user has the e-mail address ${email}. \`galley user list\` lists all users.`;
  throw commandError(message, { param: '--email' });
}

/** The hash of a new password. @throws invalid_parameter, invalid_field_value */
export async function newHash(
  email: string,
  projects: readonly string[],
  sources: PasswordSources,
): Promise<string> {
  const password = await passwordOf(email, sources);
  checkNewPassword(password, { email, projects });
  return hashPassword(password);
}

async function passwordOf(
  email: string,
  { fromEnvironment, fromInput, mayAsk }: PasswordSources,
): Promise<string> {
  if (fromInput) return firstLine(process.stdin);
  if (fromEnvironment !== undefined) return fromEnvironment;
  const answer = mayAsk ? await askPassword(`Password for ${email}: `) : '';
  if (answer !== '') return answer;
  const message =
    'No password was given: set GALLEY_PASSWORD or use --password-stdin. Or let the user choose it: `galley user invite` and `galley user link` create a link.';
  throw commandError(message, { param: '--password-stdin' });
}

/** The names of an account's projects. */
export async function projectNamesOf({ system }: Installation, { _id }: UserRecord): Promise<string[]> {
  const memberships = await findMemberships(system, _id);
  const ids = memberships.map(({ projectId }) => projectId);
  return (await findProjects(system, ids)).map(({ name }) => name);
}

/** @throws invalid_parameter */
export function roleOf(text: string): Role {
  return oneOf(roles, text, { noun: 'role', param: '--role' });
}

/** A person in the output of commands. */
export function personOutput(user: UserRecord) {
  return { ...serializeUser(user), disabled: user.disabled_at != null };
}
