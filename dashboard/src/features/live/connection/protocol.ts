/** How clicks on the page work: they focus fields, or the page works normally. */
export type Mode = 'edit' | 'browse';

/** Messages to the site (specification: live-preview). */
export type DashboardMessage =
  | { type: 'text'; target: string; from: string; to: string }
  | { type: 'changed'; id: string; revision: number }
  | { type: 'focus'; target: string | null }
  | { type: 'mode'; mode: Mode }
  | { type: 'token'; token: string };

/** Messages of the site. */
export type SiteMessage =
  | { type: 'ready'; versions: readonly unknown[]; path: string }
  | { type: 'page'; path: string; title: string; items: readonly string[] }
  | { type: 'edit'; targets: readonly string[]; node?: number }
  | { type: 'rendered'; revision: number }
  | { type: 'failed'; status: number };

export const protocolVersion = 1;

/** Largest message in UTF-16 code units of its JSON. */
const messageLengthMax = 65_536;
const itemsMax = 200;
const targetsMax = 20;

export function isSmall(message: object): boolean {
  return JSON.stringify(message).length <= messageLengthMax;
}

type Check = (value: unknown) => boolean;

const isString: Check = (value) => typeof value === 'string';
const isCount: Check = (value) => Number.isInteger(value) && (value as number) >= 0;
const isStrings =
  (max: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= max && value.every(isString);

const checksOf: Readonly<Record<SiteMessage['type'], Readonly<Record<string, Check>>>> = {
  ready: { versions: Array.isArray, path: isString },
  page: { path: isString, title: isString, items: isStrings(itemsMax) },
  edit: { targets: isStrings(targetsMax), node: (value) => value === undefined || isCount(value) },
  rendered: { revision: isCount },
  failed: { status: isCount },
};

/** Returns a message of a site, or null for anything else. Sites are not trusted: only these fields are used. */
export function readSiteMessage(data: unknown): (SiteMessage & { session?: string }) | null {
  if (typeof data !== 'object' || data === null) return null;
  const message = data as Record<string, unknown>;
  const { type, galley } = message;
  if (galley !== protocolVersion || typeof type !== 'string' || !Object.hasOwn(checksOf, type)) return null;
  const checks = Object.entries(checksOf[type as SiteMessage['type']]);
  const isValid = checks.every(([name, check]) => check(message[name])) && isSmall(message);
  return isValid ? (message as unknown as SiteMessage & { session?: string }) : null;
}
