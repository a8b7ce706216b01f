import { readFileSync } from 'node:fs';
import { advice, type Finding, good } from './finding.ts';

/** What decides whether MongoDB and Galley run well on a machine. */
export interface Machine {
  arch: string;
  /** The contents of /proc/cpuinfo; null on systems without it. */
  cpuInfo: string | null;
  /** The user's number; null on Windows. */
  userId: number | null;
}

/** MongoDB 5.0 and newer need these features: AVX, and ARMv8.2-A with the large system extensions. */
const neededFeature: Readonly<Record<string, { flag: string; name: string }>> = {
  x64: { flag: 'avx', name: 'AVX' },
  arm64: { flag: 'atomics', name: 'ARMv8.2-A' },
};

export function thisMachine(): Machine {
  return { arch: process.arch, cpuInfo: readCpuInfo(), userId: process.getuid?.() ?? null };
}

/** Never fails the examination, because MongoDB can run on another machine. */
export function machineFinding({ arch, cpuInfo, userId }: Machine): Finding {
  const feature = neededFeature[arch];
  const flags = new Set(cpuInfo?.match(/^(?:flags|Features)\s*:.*$/gm)?.flatMap((line) => line.split(/\s+/)));
  const isLacking = feature !== undefined && flags.size > 0 && !flags.has(feature.flag);
  const why = isLacking
    ? `${arch} without ${feature.name}: MongoDB doesn't start on this machine.`
    : `${arch}${feature !== undefined && flags.size > 0 ? ` with ${feature.name}` : ''}.`;
  const fixes = [
    ...(isLacking ? ['Use a MongoDB on another machine.'] : []),
    ...(userId === 0 ? ['Galley runs as root, which it never needs: start it as another user.'] : []),
  ];
  return fixes.length === 0 ? good('machine', why) : advice('machine', why, fixes.join(' '));
}

function readCpuInfo(): string | null {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8');
  } catch {
    return null;
  }
}
