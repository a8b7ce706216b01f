import { writerOf, writeProject } from '../../../projects/index.ts';
import {
  addMember,
  auditedInvitation,
  auditedRole,
  checkEmail,
  endMembership,
  findMember,
  findMemberships,
  findUserByEmail,
  giveRole,
  listIdentities,
  listPasskeys,
  listUsers,
  serializeLink,
  createLink,
  serializeUser,
  systemInTransaction,
  type UserRecord,
} from '../../../accounts/index.ts';
import { roles } from '../../../contract/access.ts';
import type { CommandGroup, CommandOutcome } from '../../command.ts';
import { actingIn, type Installation, projectNamed } from '../../support/installation.ts';
import {
  newHash,
  passwordSources,
  type PasswordSources,
  personNamed,
  roleOf,
  personOutput,
} from '../../support/terminal/person.ts';
import {
  areaOption,
  localeOption,
  narrowedBy,
  type NarrowOptions,
  typeOption,
} from '../../support/narrowing.ts';
import { commandError } from '../../support/command-error.ts';
import { formatTable } from '../../support/terminal/format-table.ts';
import { addAccountCommands } from './user-account.ts';

interface CreateOptions extends NarrowOptions {
  project: string;
  email: string;
  name?: string;
  role: string;
  passwordStdin?: true;
}

interface InviteOptions extends NarrowOptions {
  project: string;
  role: string;
  email?: string;
  note?: string;
}

interface MemberOptions {
  project: string;
  email: string;
}

const projectOption = ['--project <project>', "the project's id or name"] as const;
const emailOption = ['--email <email>', 'the e-mail address with which the user signs in'] as const;
const roleOption = ['--role <role>', `the role: ${roles.join(', ')}`] as const;

export const userCommands: CommandGroup = (program, run) => {
  const user = program.command('user').description('manage the users of the dashboard');
  const json = () => program.opts<{ json?: true }>().json;

  user
    .command('list')
    .description('list all users with their projects')
    .option('--project <project>', 'only the members of this project')
    .action(run.action<{ project?: string }>(async ({ options }) => list(await run.installation(), options)));

  user
    .command('create')
    .description('create a member of a project; an existing member gets the role')
    .requiredOption(...projectOption)
    .requiredOption(...emailOption)
    .option(...roleOption, 'editor')
    .option(...areaOption)
    .option(...typeOption)
    .option(...localeOption)
    .option('--name <name>', 'the name of the user; derived from the e-mail address by default')
    .option('--password-stdin', 'read the password from the first line of standard input')
    .action(
      run.action<CreateOptions>(async ({ options }) =>
        create(await run.installation(), options, await passwordSources(run, { ...options, json: json() })),
      ),
    );

  user
    .command('invite')
    .description('create a link with which a person joins a project and sets a password; it works for 7 days')
    .requiredOption(...projectOption)
    .option(...roleOption, 'editor')
    .option(...areaOption)
    .option(...typeOption)
    .option(...localeOption)
    .option('--note <note>', 'a note for the owners, shown with the invitation')
    .option('--email <email>', 'an email address as the note; the link works for anyone')
    .action(run.action<InviteOptions>(async ({ options }) => invite(await run.installation(), options)));

  user
    .command('role')
    .description(
      'change the role of a member; without --area, --type and --locale, the member is not restricted',
    )
    .requiredOption(...projectOption)
    .requiredOption(...emailOption)
    .requiredOption(...roleOption)
    .option(...areaOption)
    .option(...typeOption)
    .option(...localeOption)
    .action(
      run.action<MemberOptions & NarrowOptions & { role: string }>(async ({ options }) =>
        changeRole(await run.installation(), options),
      ),
    );

  user
    .command('remove')
    .description('remove a member from a project; their next request is rejected')
    .requiredOption(...projectOption)
    .requiredOption(...emailOption)
    .action(run.action<MemberOptions>(async ({ options }) => remove(await run.installation(), options)));

  addAccountCommands(user, run, json);
};

async function list(installation: Installation, { project }: { project?: string }): Promise<CommandOutcome> {
  const { system } = installation;
  const onlyProjectId = project === undefined ? null : (await projectNamed(installation, project))._id;
  const users = [];
  for (const user of await listUsers(system)) {
    const memberships = await findMemberships(system, user._id);
    if (onlyProjectId !== null && !memberships.some(({ projectId }) => projectId === onlyProjectId)) continue;
    const projects = memberships.map(({ projectId, role }) => ({ id: projectId, role }));
    users.push({ ...personOutput(user), methods: await listSignInMethods(installation, user), projects });
  }
  const lines = users.map(({ id, email, name, disabled, methods, projects }) => [
    id,
    email || '-',
    disabled ? 'disabled' : 'may sign in',
    methods.join(', ') || '-',
    projects.map((one) => `${one.id} (${one.role})`).join(', ') || '-',
    name,
  ]);
  const text =
    users.length === 0
      ? 'There are no users yet.'
      : formatTable(['ID', 'E-MAIL', 'STATE', 'METHODS', 'PROJECTS', 'NAME'], lines);
  return { json: { users }, text };
}

/** Lists how a user can sign in, also by methods that the installation doesn't accept. */
async function listSignInMethods({ system, bounds }: Installation, user: UserRecord): Promise<string[]> {
  const [passkeys, identities] = await Promise.all([
    listPasskeys(system, user._id),
    listIdentities(system, user._id),
  ]);
  const nameOf = (issuerUrl: string) => bounds.signIn.issuers.list.find(({ url }) => url === issuerUrl)?.name;
  return [
    ...(user.password === null ? [] : ['password']),
    ...(user.totp === undefined ? [] : ['totp']),
    ...(passkeys.length === 0 ? [] : ['passkey']),
    ...identities.map(({ issuer, name }) => `sso:${nameOf(issuer) ?? name}`),
  ];
}

async function create(
  installation: Installation,
  { project, email: emailText, role: roleText, name, ...narrowing }: CreateOptions,
  sources: PasswordSources,
): Promise<CommandOutcome> {
  const role = roleOf(roleText);
  const email = checkEmail(emailText);
  const { system } = installation;
  const { _id, name: projectName } = await projectNamed(installation, project);
  const grant = await narrowedBy(system.project(_id), role, narrowing);
  const hasAccount = (await findUserByEmail(system, email)) !== null;
  const hash = hasAccount ? null : await newHash(email, [projectName], sources);
  const { user } = await addMember(writerOf(system.project(_id), actingIn(installation)), {
    email,
    role,
    grant,
    name,
    hash,
  });
  return {
    json: { user: { ...serializeUser(user), role }, project: _id, password: null },
    text: `${user.email} is ${role} of project "${projectName}".${hasAccount ? '\nThey have an account already; its password stays.' : ''}`,
  };
}

async function invite(
  installation: Installation,
  { project, role: roleText, email, note, ...narrowing }: InviteOptions,
): Promise<CommandOutcome> {
  const { system, baseUrl } = installation;
  const { _id, name } = await projectNamed(installation, project);
  const role = roleOf(roleText);
  const grant = await narrowedBy(system.project(_id), role, narrowing);
  const grantPart = grant === undefined ? {} : { grant };
  const link = { kind: 'invitation', by: null, project_id: _id, role, ...grantPart } as const;
  const invitationNote = note ?? email ?? null;
  const createdLink = await writeProject(
    writerOf(system.project(_id), actingIn(installation)),
    async (tx) => {
      const at = { system: systemInTransaction(tx.db), now: tx.now, baseUrl };
      const invitation = await createLink(at, { ...link, note: invitationNote });
      return tx.stored(auditedInvitation(invitation.record), invitation);
    },
  );
  return {
    json: serializeLink(createdLink),
    text: `The first person to open this link within 7 days joins project "${name}" as ${link.role}:\n${createdLink.url}`,
  };
}

async function changeRole(
  installation: Installation,
  { project, email, role: roleText, ...narrowing }: MemberOptions & NarrowOptions & { role: string },
): Promise<CommandOutcome> {
  const role = roleOf(roleText);
  const { db, user, projectId, projectName } = await memberNamed(installation, { project, email });
  const grant = await narrowedBy(db, role, narrowing);
  await writeProject(writerOf(db, actingIn(installation)), async (tx) => {
    const before = await findMember(tx.db, user._id);
    const after = await giveRole(tx.db, user._id, { role, grant, now: tx.now });
    return tx.stored(auditedRole(before, after));
  });
  return {
    json: { user: { ...serializeUser(user), role }, project: projectId },
    text: `${user.email} is ${role} of project "${projectName}".`,
  };
}

async function remove(installation: Installation, options: MemberOptions): Promise<CommandOutcome> {
  const { db, user, projectId, projectName } = await memberNamed(installation, options);
  await writeProject(writerOf(db, actingIn(installation)), async (tx) => {
    await endMembership(tx.db, user._id);
    return tx.stored({ action: 'member.removed', subject: { kind: 'member', id: user._id } });
  });
  return {
    json: { user: serializeUser(user), project: projectId },
    text: `${user.email} is no longer a member of project "${projectName}".`,
  };
}

/** Finds a member. @throws invalid_parameter for a person who is not a member */
async function memberNamed(installation: Installation, { project, email }: MemberOptions) {
  const { _id: projectId, name: projectName } = await projectNamed(installation, project);
  const user = await personNamed(installation, email);
  const db = installation.system.project(projectId);
  if ((await findMember(db, user._id)) === null) {
    const message = `${user.email} is not a member of project "${projectName}".`;
    throw commandError(message, { param: '--email' });
  }
  return { db, user, projectId, projectName };
}
