import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import { serviceVersion } from '../../../src/core/util/service-version.ts';
import { startCommands } from '../../support/command-line.ts';

const { env, galley, service } = await startCommands();
const { id } = await service.newProject();

const comment = '# says which endpoints fail and since when they have done so'.split(' ');

describe('a mistyped command line', () => {
  it.each<[string[], string, string?]>([
    [['frob'], 'Unknown command "frob". Run galley --help for all commands.'],
    [
      ['docter'],
      'Unknown command "docter". Did you mean "doctor"? Run galley --help for all commands.',
      'doctor',
    ],
    [
      ['key', 'crate'],
      'Unknown command "key crate". Did you mean "key create"? Run galley key --help for all commands.',
      'key create',
    ],
    [
      ['key', 'create', '--projekt', 'Demo'],
      'Unknown option --projekt. Did you mean --project?',
      '--project',
    ],
    [['key', 'list', '--project', 'P', '--jsn'], 'Unknown option --jsn. Did you mean --json?', '--json'],
    [
      ['key', 'list', '--project=P', '--color=no'],
      'Unknown option --color. Run galley key list --help for its options.',
    ],
    [['key', 'create', '--purpose', 'secret'], "Required option '--project <project>' not specified."],
    [
      ['webhook', 'list', '--project', 'Demo', ...comment],
      'Unexpected argument "#". galley webhook list takes no arguments.',
    ],
    [['key', 'revoke', 'key_1', 'key_2'], 'Unexpected argument "key_2". galley key revoke takes 1 argument.'],
  ])('%j', async (argv, message, didYouMean) => {
    const { exitCode, body } = await galley(argv);
    const { err } = await runCommand(argv, env, tmpdir());

    expect([exitCode, body.error.message, body.error.did_you_mean]).toEqual([1, message, didYouMean]);
    expect(err).toBe(`galley: ${message}\n`);
  });

  it.each<[string[], string, string?]>([
    [
      ['user', 'create', '--email', 'a@example.com', '--role', 'admin'],
      'There is no role "admin". Use owner, editor, author or viewer.',
    ],
    [
      ['user', 'create', '--email', 'a@example.com', '--role', 'edtor'],
      'There is no role "edtor". Did you mean "editor"? Use owner, editor, author or viewer.',
      'editor',
    ],
    [['key', 'create', '--purpose', 'private'], 'There is no purpose "private". Use secret or publishable.'],
  ])('%j', async (argv, message, didYouMean) => {
    const { body } = await galley([...argv, '--project', id]);

    expect([body.error.message, body.error.did_you_mean]).toEqual([message, didYouMean]);
  });

  it.each(['-v', '-V', '--version'])('%s prints the version', async (flag) => {
    expect(await runCommand([flag], {}, tmpdir())).toMatchObject({ out: `${serviceVersion}\n`, exitCode: 0 });
  });
});
