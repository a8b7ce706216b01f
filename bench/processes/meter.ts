import { readFile } from 'node:fs/promises';

/** Clock ticks per second in /proc. */
const ticks = 100;

/** Processor time of all threads of a process so far, in seconds. */
export async function cpuSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' '); // the process name before it can contain spaces
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

/** Memory of a process, in MB. */
export async function memoryMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1]) / 1024;
}

/** Measures the processor time of each process during `work`, in seconds and as a share of one core. */
export async function sharesDuring<T>(
  pids: Readonly<Record<string, number>>,
  work: () => Promise<T>,
): Promise<{ result: T; shares: Record<string, number>; seconds: Record<string, number> }> {
  const used = () => Promise.all(Object.values(pids).map(cpuSeconds));
  const [startedAt, before] = [performance.now(), await used()];
  const result = await work();
  const [after, seconds] = [await used(), (performance.now() - startedAt) / 1_000];
  const worked = Object.keys(pids).map((name, i) => [name, (after[i] ?? 0) - (before[i] ?? 0)] as const);
  const shares = worked.map(([name, cpu]) => [name, Math.round((cpu / seconds) * 100) / 100] as const);
  return { result, shares: Object.fromEntries(shares), seconds: Object.fromEntries(worked) };
}
