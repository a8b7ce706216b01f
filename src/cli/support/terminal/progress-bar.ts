import type { Progress } from '../../../seeds/index.ts';

const width = 24;

/**
 * Draws the progress of a long command on one line, which is cleared at the end. Draws nothing if standard error is no
 * terminal.
 */
export function progressBar(screen: NodeJS.WriteStream): Progress {
  return ({ done, total, name }) => {
    if (!screen.isTTY) return;
    const filledWidth = Math.round((done / total) * width);
    const bar = '█'.repeat(filledWidth) + '░'.repeat(width - filledWidth);
    screen.write(`\r\u001b[2K${bar} ${done}/${total} ${name}`);
    if (done === total) screen.write('\r\u001b[2K');
  };
}
