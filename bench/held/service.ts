// Runs the built service and monitors its event loop. `bench/held.ts` starts it and reads the figures over IPC.

/** Time used since the last `reset`, in milliseconds. */
export interface Held {
  /**
   * The longest gap between two event-loop turns: the lower of wall time, which grows while other programs run, and
   * processor time of the process, which includes threads that compress and collect garbage.
   */
  heldMs: number;
  cpuMs: number;
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

let [begun, last, lastAt, heldMs] = [cpuMs(), cpuMs(), performance.now(), 0];
const look = () => {
  const [now, at] = [cpuMs(), performance.now()];
  heldMs = Math.max(heldMs, Math.min(now - last, at - lastAt));
  [last, lastAt] = [now, at];
};
setInterval(look, 1);

process.on('message', (order: 'reset' | 'tell') => {
  look();
  if (order === 'reset') [begun, last, heldMs] = [cpuMs(), cpuMs(), 0];
  process.send?.({ heldMs, cpuMs: cpuMs() - begun } satisfies Held);
});

await import(new URL('../../dist/main.js', import.meta.url).href);
