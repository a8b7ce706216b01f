// Imports nothing: it speaks before anything is loaded that an older Node cannot read.

/** The oldest Node that runs Galley; `engines` in package.json says the same. */
export const nodeMin = '20.19';

/** Why this Node cannot run Galley, or null. */
export function nodeVersionError(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [majorMin = 0, minorMin = 0] = nodeMin.split('.').map(Number);
  const isEnough = major > majorMin || (major === majorMin && minor >= minorMin);
  return isEnough ? null : `Node ${version} is too old. Install Node ${nodeMin} or newer.`;
}

/** Ends the process with one line when this Node is too old. */
export function refuseOldNode(): void {
  const fault = nodeVersionError(process.versions.node);
  if (fault === null) return;
  process.stderr.write(`Galley cannot start: ${fault}\n`);
  process.exit(1);
}
