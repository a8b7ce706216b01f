export type Mode = 'edit' | 'browse';

/** The messages of the dashboard (specification: live-preview). All but `hello` belong to the session that it starts. */
export type DashboardMessage =
  | { type: 'hello'; version: number; session: string; mode: Mode }
  | { type: 'text'; target: string; from: string; to: string }
  | { type: 'changed'; id: string; revision: number }
  | { type: 'focus'; target: string | null }
  | { type: 'mode'; mode: Mode }
  | { type: 'token'; token: string };

/** The messages of the site. */
export type SiteMessage =
  | { type: 'ready'; versions: readonly number[]; path: string }
  | { type: 'page'; path: string; title: string; items: readonly string[] }
  | { type: 'edit'; targets: readonly string[]; node?: number }
  | { type: 'rendered'; revision: number }
  | { type: 'failed'; status: number };

export const protocolVersion = 1;

/** Largest message in UTF-16 code units of its JSON. */
const messageLengthMax = 65_536;

export function isSmall(message: object): boolean {
  return JSON.stringify(message).length <= messageLengthMax;
}

type Check = (value: unknown) => boolean;

const isString: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isMode: Check = (value) => value === 'edit' || value === 'browse';

const fieldsOf: Readonly<Record<DashboardMessage['type'], Readonly<Record<string, Check>>>> = {
  hello: { version: isNumber, session: isString, mode: isMode },
  text: { target: isString, from: isString, to: isString },
  changed: { id: isString, revision: isNumber },
  focus: { target: (value) => value === null || isString(value) },
  mode: { mode: isMode },
  token: { token: isString },
};

/** Returns a message of the dashboard, or null for anything else. */
export function readMessage(data: unknown): (DashboardMessage & { session: string }) | null {
  if (typeof data !== 'object' || data === null) return null;
  const message = data as Record<string, unknown>;
  const { type, galley, session } = message;
  if (galley !== protocolVersion || !isString(type) || !isString(session)) return null;
  if (!Object.hasOwn(fieldsOf, type as string)) return null;
  const checks = Object.entries(fieldsOf[type as DashboardMessage['type']]);
  const isValid = checks.every(([name, check]) => check(message[name])) && isSmall(message);
  return isValid ? (message as unknown as DashboardMessage & { session: string }) : null;
}
