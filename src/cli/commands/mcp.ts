import type { CommandGroup, CommandOutcome, CommandRun } from '../command.ts';
import { refusal } from '../support/refusal.ts';

export const mcpCommand: CommandGroup = (program, run) => {
  program
    .command('mcp')
    .description(
      'speak MCP over standard input and output, for agents that start a program: the tools of the service at GALLEY_URL, with the key in GALLEY_KEY',
    )
    .action(run.action(() => speak(run)));
};

/**
 * Serves until standard input ends. Standard output belongs to the protocol, so the command writes nothing of its own.
 */
async function speak({ environment }: CommandRun): Promise<CommandOutcome> {
  const url = needed(environment['GALLEY_URL'], 'GALLEY_URL', 'the address of the service');
  const key = needed(environment['GALLEY_KEY'], 'GALLEY_KEY', 'an API key');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw refusal('GALLEY_URL must be an http or https address.', { param: 'GALLEY_URL' });
  const { fetchSender, serveStdioTools } = await import('galley-mcp/stdio');
  await serveStdioTools({ send: fetchSender({ url, key }), url, key });
  return { json: {}, text: '', isSpoken: true };
}

function needed(value: string | undefined, name: string, what: string): string {
  if (value !== undefined && value !== '') return value;
  throw refusal(`${name} is needed in the environment: ${what}.`, { param: name });
}
