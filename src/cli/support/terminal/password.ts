import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { refusal } from '../refusal.ts';

/** Asks at the terminal. What is typed is shown nowhere. @throws invalid_parameter when there is no answer */
export async function askPassword(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_part, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await new Promise((resolve, reject) => {
      const giveUp = () => reject(refusal('No password was given; nothing was changed.'));
      terminal.once('line', resolve).once('SIGINT', giveUp).once('close', giveUp);
      // Only now, with the echo off and the keys in our hands: who answers at once is not shown, nor ends the process.
      process.stderr.write(question);
    });
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

/** The first line of a stream without its end; empty when there is none. */
export async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input });
  for await (const line of lines) return line;
  return '';
}
