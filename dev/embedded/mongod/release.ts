/** The MongoDB version that mongodb-memory-server downloads and that runs under Wine. */
export const pinnedVersion = '7.0.15';
/** The MongoDB version for Linux in the Python wheel. */
export const nativeVersion = '6.0.5';

/** Reads the version from the output of `mongod --version`; null when it contains none. */
export function readVersion(printed: string): string | null {
  return /^db version v(\d+\.\d+\.\d+)/m.exec(printed)?.[1] ?? null;
}

/** Whether development and tests can use this MongoDB. Production needs 7.0 (specification: embedded-mongodb). */
export function isSupported(version: string): boolean {
  return Number.parseInt(version, 10) >= 6;
}
