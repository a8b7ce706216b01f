import type { ApiAnswer } from './client.ts';
import type { TestProject } from './service.ts';

/** A field definition as a client would send it. */
export interface SentField {
  key: string;
  type: string;
  label?: string;
  required?: boolean;
  options?: Record<string, unknown>;
}

const typePath = '/v1/schema/content-types';

/** Defines a type, and fails the test when that is refused. `fields` may be written as `{ title: 'string' }`. */
export async function defineType(
  project: TestProject,
  slug: string,
  fields: Readonly<Record<string, string>> | readonly SentField[],
  more: Record<string, unknown> = {},
): Promise<ApiAnswer['body']> {
  const list = Array.isArray(fields) ? fields : Object.entries(fields).map(([key, type]) => ({ key, type }));
  return expectDone(await project.secret.put(`${typePath}/${slug}`, { fields: list, ...more }));
}

/** Creates a published entry; answers its id. */
export async function publishEntry(
  project: TestProject,
  type: string,
  values: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<string> {
  return (await createEntry(project, type, values, { publish: true, ...more })).id;
}

/** Creates an entry, a draft unless `more` says otherwise; answers what the API answered. */
export async function createEntry(
  project: TestProject,
  type: string,
  values: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<ApiAnswer['body']> {
  return expectDone(await project.secret.post(`/v1/content/${type}/entries`, { values, ...more }));
}

/** The body of an answer that is a success. */
export function expectDone(answer: Pick<ApiAnswer, 'status' | 'body'>): ApiAnswer['body'] {
  if (answer.status >= 400) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** What tests look at first in a refusal: `[status, code, param]`. */
export function refusal(
  answer: Pick<ApiAnswer, 'status' | 'body'>,
): [number, string | undefined, string | undefined] {
  return [answer.status, answer.body?.error?.code, answer.body?.error?.param];
}

/** A moment some milliseconds from now, as it is written. */
export function inMs(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

export const dayMs = 24 * 60 * 60 * 1000;

/** One key of every item of an answered list; null where the item is null. */
export function pluck(list: unknown, key: string): unknown[] {
  if (!Array.isArray(list)) throw new Error(`${JSON.stringify(list)} is no list`);
  return list.map((item: Record<string, unknown> | null) => item?.[key] ?? null);
}
