import type { Role } from '../../users/schema.ts';
import { roles } from '../../users/schema.ts';
import { addMember, findUserByEmail, serializeUser } from '../../users/service.ts';
import type { CommandGroup, Outcome } from '../command.ts';
import { type Installation, projectNamed } from '../installation.ts';
import { askPassword, firstLine } from '../password.ts';
import { refusal } from '../refusal.ts';

interface CreateOptions {
  project: string;
  email: string;
  name?: string;
  role: string;
  passwordStdin?: true;
}

/** Where a new person's password may come from; never the command line, which other users of the machine can read. */
interface PasswordSources {
  fromEnvironment: string | undefined;
  fromInput: boolean;
  mayAsk: boolean;
}

export const userCommands: CommandGroup = (program, run) => {
  const user = program.command('user').description('make people who sign in to the dashboard');

  user
    .command('create')
    .description('make a person a member of a project; one that is a member already gets the role')
    .requiredOption('--project <project>', "the project's id or name")
    .requiredOption('--email <email>', 'what the person signs in with')
    .option('--role <role>', roles.join(' or '), 'editor')
    .option('--name <name>', 'what people call them; from the e-mail when left out')
    .option('--password-stdin', 'take the password from the first line of standard input')
    .action(
      run.action<CreateOptions>(async ({ options }) => {
        const { values } = await run.variables();
        return created(await run.installation(), options, {
          fromEnvironment: values['GALLEY_PASSWORD'],
          fromInput: options.passwordStdin === true,
          mayAsk: process.stdin.isTTY && program.opts<{ json?: true }>().json !== true,
        });
      }),
    );
};

async function created(
  installation: Installation,
  { project, email, role: wanted, name }: CreateOptions,
  sources: PasswordSources,
): Promise<Outcome> {
  const role = roleOf(wanted);
  const { system, clock } = installation;
  const { _id, name: projectName } = await projectNamed(installation, project);
  const isKnown = (await findUserByEmail(system, email.trim().toLowerCase())) !== null;
  const given = isKnown ? null : await passwordOf(email, sources);
  const input = {
    email,
    role,
    ...(name === undefined ? {} : { name }),
    ...(given === null ? {} : { password: given }),
  };
  const { user, password } = await addMember(system.project(_id), input, clock.now());
  const note = isKnown
    ? '\nThey have a password already; it stays.'
    : password === null
      ? ''
      : `\nTheir password: ${password}\nPass it on now: it is not shown again.`;
  return {
    json: { user: { ...serializeUser(user), role }, project: _id, password },
    text: `${user.email} is ${role} of project "${projectName}".${note}`,
  };
}

/** The password that somebody chose, or null: then one is made and shown once. */
async function passwordOf(
  email: string,
  { fromEnvironment, fromInput, mayAsk }: PasswordSources,
): Promise<string | null> {
  if (fromInput) return firstLine(process.stdin);
  if (fromEnvironment !== undefined) return fromEnvironment;
  const answer = mayAsk ? await askPassword(`Password for ${email} (empty: one is made): `) : '';
  return answer === '' ? null : answer;
}

function roleOf(text: string): Role {
  const role = roles.find((one) => one === text);
  if (role !== undefined) return role;
  throw refusal(`The role is ${roles.map((one) => `"${one}"`).join(' or ')}.`, { param: '--role' });
}
