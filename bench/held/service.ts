// The built service with a watch on its event loop: started by `bench/held.ts`, which asks for the figures over IPC.

/** What the process spent since the last `reset`, in milliseconds. */
export interface Held {
  /**
   * The most between two turns of the event loop: the smaller one of the time that passed, which grows while others use
   * the machine, and of the processor time of the process, in which its other threads compress and collect garbage.
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
