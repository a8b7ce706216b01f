/** The fields of a `node --cpu-prof` file that are used here. */
export interface CpuProfile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }[];
  /** The node of each sample, and the microseconds before the sample. */
  samples: number[];
  timeDeltas: number[];
  /** In microseconds of the `process.hrtime` clock. */
  startTime: number;
}

type Times = Map<string, number>;

interface Share {
  where: string;
  'share, %': number;
}

const idle = ['(idle)', '(root)'];

/** Where a process spent its time from `fromUs` to `untilUs` without idle time, largest shares first. */
export function timesOf(
  { nodes, samples, timeDeltas, startTime }: CpuProfile,
  [fromUs, untilUs]: readonly [number, number],
): Record<'byFile' | 'byFunction' | 'byOwner', Share[]> {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const [files, functions, owners] = [0, 1, 2].map(() => new Map<string, number>()) as [Times, Times, Times];
  /** Returns the nearest caller in the code of the service. */
  const ownerOf = (id: number | undefined): string => {
    const frame = id === undefined ? undefined : frames.get(id);
    if (id === undefined || frame === undefined) return 'none of the service';
    return frame.url.includes('/dist/') && !frame.url.includes('/node_modules/')
      ? nameOf(frame)
      : ownerOf(parents.get(id));
  };
  const add = (times: Times, name: string, time: number) => times.set(name, (times.get(name) ?? 0) + time);
  let whole = 0;
  let at = startTime;
  samples.forEach((id, i) => {
    const frame = frames.get(id);
    const time = timeDeltas[i] ?? 0;
    at += time;
    if (frame === undefined || idle.includes(frame.functionName) || at < fromUs || at > untilUs) return;
    whole += time;
    const file = fileOf(frame.url);
    add(files, file === '' ? frame.functionName : file, time);
    add(functions, nameOf(frame), time);
    add(owners, ownerOf(id), time);
  });
  return {
    byFile: sharesOf(files, whole),
    byFunction: sharesOf(functions, whole),
    byOwner: sharesOf(owners, whole),
  };
}

function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  return `${functionName || '(anonymous)'} ${fileOf(url)}:${lineNumber + 1}`;
}

/** Groups files of a package in `node_modules` by package; other files are separate. */
function fileOf(url: string): string {
  const [, inPackage] = url.split(/^.*\/node_modules\//);
  if (inPackage === undefined) return url.replace(/^.*\/dist\//, 'dist/');
  const [first = '', second = ''] = inPackage.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

function sharesOf(times: Times, whole: number): Share[] {
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .map(([where, time]) => ({ where, 'share, %': Math.round((time / whole) * 1_000) / 10 }));
}
