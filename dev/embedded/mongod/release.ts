/** The MongoDB that is downloaded or fetched where none is installed. */
export const pinnedVersion = '7.0.15';

/** Reads the version out of what `mongod --version` prints; null when there is none. */
export function readVersion(printed: string): string | null {
  return /^db version v(\d+\.\d+\.\d+)/m.exec(printed)?.[1] ?? null;
}

/** Whether the service runs on this MongoDB: 7.0 and everything newer (specification: embedded-mongodb). */
export function isSupported(version: string): boolean {
  return Number.parseInt(version, 10) >= 7;
}
