import { createInterface } from 'node:readline/promises';

/** Whether somebody is there to be asked. */
export function isInteractive(): boolean {
  return process.stdin.isTTY;
}

/** Asks at the terminal; standard output stays free for what the command says. */
export async function prompt(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question);
  terminal.close();
  return answer.trim();
}
