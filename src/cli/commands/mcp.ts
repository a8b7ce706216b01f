import type { CommandGroup, CommandOutcome, CommandRun } from '../command.ts';
import { commandError } from '../support/command-error.ts';

export const mcpCommand: CommandGroup = (program, run) => {
  program
    .command('mcp')
    .description(
      'serve MCP over standard input and output, for agents that start a program: the tools of the service at GALLEY_URL, with the key in GALLEY_KEY',
    )
    .action(run.action(() => serveMcp(run)));
};

/** Serves until standard input ends. Standard output belongs to the protocol, so the command itself writes nothing. */
async function serveMcp({ environment }: CommandRun): Promise<CommandOutcome> {
  const url = requireVariable(environment['GALLEY_URL'], 'GALLEY_URL', 'the address of the service');
  const key = requireVariable(environment['GALLEY_KEY'], 'GALLEY_KEY', 'an API key');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw commandError('GALLEY_URL must be an http or https address.', { param: 'GALLEY_URL' });
  const { fetchSender, serveStdioTools } = await import('galley-mcp/stdio');
  await serveStdioTools({ send: fetchSender({ url, key }), url, key });
  return { json: {}, text: '', isSpoken: true };
}

function requireVariable(value: string | undefined, name: string, what: string): string {
  if (value !== undefined && value !== '') return value;
  throw commandError(`${name} is needed in the environment: ${what}.`, { param: name });
}
