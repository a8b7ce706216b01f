import type { Command } from 'commander';
import {
  changeEmail,
  disableAccount,
  checkEmail,
  enableAccount,
  endEverySession,
  erasePerson,
  findUser,
  listIdentities,
  createAccountLink,
  setPassword,
  unlinkIdentity,
  type UserRecord,
} from '../../../accounts/index.ts';
import type { CommandOutcome, CommandRun } from '../../command.ts';
import { actingIn, type Installation } from '../../support/installation.ts';
import {
  newHash,
  passwordSources,
  personNamed,
  projectNamesOf,
  personOutput,
} from '../../support/terminal/person.ts';
import { commandError } from '../../support/command-error.ts';

interface NamedAccount {
  email: string;
}

const linkKinds = { reset: 'reset', recover: 'recover', 'sign-in': 'sign_in' } as const satisfies Record<
  string,
  Parameters<typeof createAccountLink>[2]
>;

/** Changes one account and describes the result in a sentence. */
type AccountAction = (installation: Installation, user: UserRecord) => Promise<string>;

const endSessions: AccountAction = async (installation, user) =>
  `${await endEverySession(installation.system, user, actingIn(installation))} sessions of ${user.email} ended; they sign in again.`;

const disableUser: AccountAction = async (installation, user) => {
  await disableAccount(installation.system, user, actingIn(installation));
  return `${user.email} is disabled: the account cannot be used to sign in, and its sessions have ended.`;
};

const enableUser: AccountAction = async (installation, user) => {
  await enableAccount(installation.system, user, actingIn(installation));
  return `${user.email} may sign in again.`;
};

const forgetAccount: AccountAction = async (installation, user) => {
  const { personErasers: erasers } = installation.assembly;
  await erasePerson(installation.system, user, { ...actingIn(installation), erasers });
  return `${user.email} is forgotten. What they wrote stays, under the name "Former member".`;
};

const accountActions: readonly [name: string, description: string, act: AccountAction][] = [
  ['end-sessions', 'end all sessions of a user, and remove their known browsers', endSessions],
  [
    'disable',
    'close an account immediately: its sessions end, and it cannot be used to sign in',
    disableUser,
  ],
  ['enable', 'open an account that was disabled', enableUser],
  ['forget', 'erase the account of a user; their content stays', forgetAccount],
];

/** The commands for one account, independent of projects. */
export function addAccountCommands(user: Command, run: CommandRun, json: () => true | undefined): void {
  const accountCommand = (name: string, description: string) =>
    user
      .command(name)
      .description(description)
      .requiredOption('--email <email>', 'the e-mail address with which the user signs in');

  accountCommand('set-password', 'set a new password for a user; their sessions end')
    .option('--password-stdin', 'read the password from the first line of standard input')
    .action(
      run.action<NamedAccount & { passwordStdin?: true }>(async ({ options }) => {
        const installation = await run.installation();
        const person = await personNamed(installation, options.email);
        const sources = await passwordSources(run, { ...options, json: json() });
        const hash = await newHash(person.email, await projectNamesOf(installation, person), sources);
        await setPassword(installation.system, person, { hash, by: actingIn(installation) });
        return outcome(person, `${person.email} has another password now, and their sessions ended.`);
      }),
    );

  accountCommand('link', 'create a one-time link to set a new password (24 hours) or to sign in (10 minutes)')
    .requiredOption('--kind <kind>', `what the link does: ${Object.keys(linkKinds).join(', ')}`)
    .action(
      run.action<NamedAccount & { kind: string }>(async ({ options }) =>
        createLink(await run.installation(), options),
      ),
    );

  accountCommand('email', 'change the e-mail address of an account')
    .requiredOption('--to <email>', 'the new e-mail address')
    .action(
      run.action<NamedAccount & { to: string }>(async ({ options }) => {
        const installation = await run.installation();
        const person = await personNamed(installation, options.email);
        const email = checkEmail(options.to);
        await changeEmail(installation.system, person, { email, by: actingIn(installation) });
        return outcome({ ...person, email }, `${person.email} signs in with ${email} from now on.`);
      }),
    );

  accountCommand('unlink', 'unlink an account from an issuer; sessions that began there end')
    .requiredOption('--issuer <name>', 'the name of the issuer in OIDC_ISSUERS, or its URL')
    .action(
      run.action<NamedAccount & { issuer: string }>(async ({ options }) =>
        unlink(await run.installation(), options),
      ),
    );

  for (const [name, description, act] of accountActions) {
    accountCommand(name, description).action(
      run.action<NamedAccount>(async ({ options }) => {
        const installation = await run.installation();
        const person = await personNamed(installation, options.email);
        const text = await act(installation, person);
        return outcome((await findUser(installation.system, person._id)) ?? person, text);
      }),
    );
  }
}

async function createLink(
  installation: Installation,
  { email, kind: kindOption }: NamedAccount & { kind: string },
): Promise<CommandOutcome> {
  const kind = Object.entries(linkKinds).find(([name]) => name === kindOption)?.[1];
  if (kind === undefined)
    throw commandError(`The kind is ${Object.keys(linkKinds).join(', ')}.`, { param: '--kind' });
  const person = await personNamed(installation, email);
  const link = await createAccountLink(installation, person, kind);
  const effect =
    kind === 'sign_in' ? 'signs in as them, within 10 minutes' : 'sets a new password, within 24 hours';
  return {
    json: link,
    text: `The first person to open this link for ${person.email} ${effect}:\n${link.url}`,
  };
}

async function unlink(
  installation: Installation,
  { email, issuer: reference }: NamedAccount & { issuer: string },
): Promise<CommandOutcome> {
  const { system, bounds } = installation;
  const person = await personNamed(installation, email);
  const url = bounds.signIn.issuers.list.find(({ name }) => name === reference)?.url;
  const identity = (await listIdentities(system, person._id)).find(
    ({ issuer, name }) => issuer === (url ?? reference) || (url === undefined && name === reference),
  );
  if (identity === undefined)
    throw commandError(`${person.email} is not linked to ${reference}.`, { param: '--issuer' });
  await unlinkIdentity(system, identity, { ...actingIn(installation), signIn: bounds.signIn });
  return outcome(person, `${person.email} is no longer linked to ${identity.name}.`);
}

function outcome(user: UserRecord, text: string): CommandOutcome {
  return { json: { user: personOutput(user) }, text };
}
