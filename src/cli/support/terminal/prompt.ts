import { createInterface } from 'node:readline/promises';

/** Whether standard input is a terminal, so that a person can answer. */
export function isInteractive(): boolean {
  return process.stdin.isTTY;
}

/** Prompts at the terminal. Standard output stays free for the command's result. */
export async function prompt(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question);
  terminal.close();
  return answer.trim();
}
