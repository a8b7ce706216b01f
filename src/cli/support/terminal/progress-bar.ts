import type { Progress } from '../../../seeds/index.ts';

const width = 24;

/** Draws how far a long command is, on one line that it clears at the end; draws nothing where standard error is no terminal. */
export function progressBar(screen: NodeJS.WriteStream): Progress {
  return ({ done, total, name }) => {
    if (!screen.isTTY) return;
    const filled = Math.round((done / total) * width);
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
    screen.write(`\r\u001b[2K${bar} ${done}/${total} ${name}`);
    if (done === total) screen.write('\r\u001b[2K');
  };
}
