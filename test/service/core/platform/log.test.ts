import { describe, expect, it, onTestFinished } from 'vitest';
import { inRepository, type Program, run } from '../../../support/program.ts';

/** Runs lines of code in a process with a log, as `log`. */
function logging(code: string): Program {
  const setUp = `import { createLog } from ${JSON.stringify(inRepository('src/core/http/server/log.ts'))};
    const log = createLog('info');
    const at = (ms, work) => setTimeout(work, ms);
    ${code}`;
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', setUp];
  const program = run(process.execPath, args, { env: {} });
  onTestFinished(async () => {
    program.process.kill('SIGKILL');
    await program.ended();
  });
  return program;
}

const messagesIn = ({ err }: Program) => [...err.matchAll(/"msg":"(\w+)"/g)].map(([, message]) => message);

describe('the log of the service', () => {
  it('writes warnings and errors that arrive while it writes', async () => {
    // The process stays alive, so that only a flush can write the lines.
    const program = logging(`
      log.warn({}, 'first');
      log.warn({ set_up_token: 'x' }, 'second');
      log.error({}, 'third');
      at(120_000, () => undefined);
    `);

    await expect.poll(() => messagesIn(program), { timeout: 20_000 }).toEqual(['first', 'second', 'third']);
  });

  it('writes a line that arrives while gathered lines are written', async () => {
    const program = logging(`
      log.info({}, 'first');
      at(0, () => {
        log.warn({}, 'second');
        log.info({}, 'third');
      });
      at(120_000, () => undefined);
    `);

    await expect.poll(() => messagesIn(program), { timeout: 20_000 }).toEqual(['first', 'second', 'third']);
  });

  it.each([
    ['an error that nothing catches', "throw new Error('crash');"],
    ['a rejection that nothing catches', "void Promise.reject(new Error('crash'));"],
    ['process.exit', 'process.exit(1);'],
  ])('writes the last lines before %s', async (_name, crash) => {
    const program = logging(`
      log.info({}, 'first');
      at(20, () => {
        log.warn({}, 'second');
        log.info({}, 'third');
        log.warn({}, 'fourth');
        ${crash}
      });
    `);

    expect(await program.ended()).toBe(1);
    expect(messagesIn(program).sort()).toEqual(['first', 'fourth', 'second', 'third']);
  });

  it('writes nothing more while nothing is logged', async () => {
    const program = logging(`
      import fs from 'node:fs';
      const write = fs.write;
      let writes = 0;
      fs.write = (...args) => { writes += 1; write(...args); };
      log.warn({}, 'first');
      at(300, () => process.stdout.write('writes ' + writes));
    `);

    const [, writes] = await program.printed(/writes (\d+)/);
    expect([1, 2]).toContain(Number(writes));
  });
});
