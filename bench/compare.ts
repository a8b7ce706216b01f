import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { medianOf } from './installation.ts';

// Measures another checkout and this one in turn, so that both meet the same machine:
// `npm run bench:compare -- ../other 10`. Both must be built. Each round measures the other one twice, which tells how much
// the same code differs from itself.
const [folder = '', rounds = '10', part = 'lists'] = process.argv.slice(2);
const own = fileURLToPath(new URL('..', import.meta.url));
const turns = { before: resolve(folder), again: resolve(folder), after: own };
type Turn = keyof typeof turns;

const seen: Record<string, Record<Turn, number[]>> = {};

async function measure(turn: Turn): Promise<void> {
  const args = ['--import', 'tsx', 'bench/main.ts', '--quick', `--only=${part}`];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: turns[turn], encoding: 'utf8' });
  if (status !== 0) throw new Error(`${turns[turn]}: ${stderr}`);
  const text = await readFile(join(turns[turn], 'bench/results.json'), 'utf8');
  const { ratios } = JSON.parse(text) as { ratios: Record<string, number> };
  for (const [name, ratio] of Object.entries(ratios)) {
    seen[name] ??= { before: [], again: [], after: [] };
    seen[name][turn].push(ratio);
  }
}

const percent = (ratio: number, of: number) => Math.round((ratio / of - 1) * 1_000) / 10;

/** Printed after each round, so that a run that is ended early is not lost. */
function printTable(): void {
  console.table(
    Object.fromEntries(
      Object.entries(seen).map(([name, { before, again, after }]) => {
        const base = medianOf([...before, ...again]);
        const spread = percent(medianOf(again), medianOf(before));
        return [
          name,
          {
            before: base,
            after: medianOf(after),
            'spread, %': spread,
            'change, %': percent(medianOf(after), base),
          },
        ];
      }),
    ),
  );
}

const turnNames = Object.keys(turns) as Turn[];
for (let round = 0; round < Number(rounds); round += 1) {
  const first = round % turnNames.length; // nobody is always the first
  for (const turn of [...turnNames.slice(first), ...turnNames.slice(0, first)]) await measure(turn);
  console.log(`round ${round + 1} of ${rounds}`);
  printTable();
}
