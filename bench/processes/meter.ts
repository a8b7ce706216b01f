import { readFile } from 'node:fs/promises';

/** Ticks of a second in which the system counts time. */
const ticks = 100;

/** Seconds that a process has worked so far, in all its threads. */
export async function cpuSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' '); // the name before may hold spaces
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

/** Memory that a process holds, in MB. */
export async function memoryMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1]) / 1024;
}

/** Measures how many seconds each process works while some work is done, and what part of one core that is. */
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
