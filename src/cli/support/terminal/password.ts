import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { commandError } from '../command-error.ts';

/** Prompts for a password without an echo. @throws invalid_parameter without an input */
export async function askPassword(question: string): Promise<string> {
  const noOutput = new Writable({ write: (_part, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: noOutput, terminal: true });
  try {
    return await new Promise((resolve, reject) => {
      const cancel = () => reject(commandError('No password was given; nothing was changed.'));
      terminal.once('line', resolve).once('SIGINT', cancel).once('close', cancel);
      // The prompt appears only after the echo is off, so that a fast answer is neither shown nor ends the process.
      process.stderr.write(question);
    });
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

/** The first line of a stream without its line break; empty if there is none. */
export async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input });
  for await (const line of lines) return line;
  return '';
}
