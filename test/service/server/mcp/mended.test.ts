import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs, inMs } from '../../../support/content.ts';
import { startMediaService } from '../../../support/media.ts';
import { newWorld, type World } from '../../../support/mcp/world.ts';

const { service } = await startMediaService();
let world: World;
beforeAll(async () => {
  world = await newWorld(service);
});

type Args = Record<string, any>;
interface Fault {
  code: string;
  param?: string;
  did_you_mean?: string;
  available_types?: string[];
  available_fields?: string[];
  available_operators?: string[];
  expected?: string;
  message: string;
}

/** Steps of a place: `items[0].values.titel` and `where[prise]` alike. */
const stepsOf = (param: string) => param.match(/[^.[\]]+/g) ?? [];

/** What a program does that knows nothing but the error: one change at the place that it names. */
function mended(args: Args, { code, param = '', did_you_mean, available_types, expected = '' }: Fault): Args {
  const copy = structuredClone(args);
  const { holder, key } = placeIn(copy, stepsOf(param), did_you_mean);
  const replace = (value: unknown) => Object.assign(holder, { [key]: value });
  if (code === 'unknown_content_type' || code === 'not_a_collection')
    return replaceDeep(copy, 'type', did_you_mean ?? available_types?.[0]) as Args;
  if (['unknown_field', 'unknown_filter_field', 'unknown_parameter'].includes(code)) {
    const value = holder[key];
    delete holder[key];
    if (did_you_mean !== undefined) holder[did_you_mean] = value;
  } else if (code === 'unsupported_filter_operator' || code === 'unknown_sort_field') {
    if (did_you_mean === undefined) delete holder[key];
    else if (typeof holder[key] === 'object')
      holder[key] = { [did_you_mean]: Object.values(holder[key] as object)[0] };
    else replace(did_you_mean);
  } else if (code === 'missing_required_field') replace(fitting(key));
  else if (code === 'invalid_limit') replace(20);
  else if (code === 'invalid_parameter' || code === 'invalid_cursor' || code === 'nothing_to_update')
    delete holder[key];
  else if (did_you_mean !== undefined) replace(did_you_mean);
  else replace(byExpectation(expected, holder[key]));
  return copy;
}

function fitting(key: string): unknown {
  const known: Args = {
    id: world.pageId,
    published_at: inMs(dayMs),
    type: 'page',
    name: 'N',
    q: 'a',
    size_bytes: 1,
  };
  if (key === 'values') return { title: 'T' };
  if (key === 'items') return [{ type: 'page', values: { title: 'T' } }];
  if (key === 'fields') return [{ key: 'title', type: 'string' }];
  return known[key] ?? 'text';
}

function byExpectation(expected: string, was: unknown): unknown {
  const [, words] = /^one of (.*)$/.exec(expected) ?? [];
  if (words !== undefined) return words.split(', ')[0];
  const [, , most] = /(\d+) to (\d+)/.exec(expected) ?? [];
  if (most !== undefined) return Math.min(Number(was), Number(most));
  if (/number|integer/.test(expected)) return Number(String(was).replace(/\D/g, '') || '1');
  if (/array/.test(expected)) return [was];
  if (/object/.test(expected)) return { title: 'T' };
  if (/true or false|boolean/.test(expected)) return true;
  return String(was).slice(0, 50);
}

/** The innermost object that the steps lead to. Values of entries are named by their key alone. */
function placeIn(args: Args, steps: readonly string[], meant?: string): { holder: any; key: string } {
  let holder: any = args;
  for (const [at, step] of steps.entries()) {
    const isLast = at === steps.length - 1;
    if (isLast && (step in holder || steps.length > 1)) return { holder, key: step };
    if (typeof holder[step] !== 'object' || holder[step] === null) break;
    holder = holder[step];
  }
  const key = steps.at(-1) ?? '';
  const values = args['items']?.[0]?.values as object | undefined;
  const inValues = values !== undefined && !['items', 'values', 'confirm'].includes(key);
  return {
    holder: inValues ? values : meant === undefined || key in args ? args : (args['where'] ?? args),
    key,
  };
}

function replaceDeep(value: unknown, name: string, by: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceDeep(one, name, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === name ? by : replaceDeep(one, name, by)]),
  );
}

const page = (values: Args, more: Args = {}) => ({ items: [{ type: 'page', values, ...more }] });

describe('a wrong call is mended from its error alone', () => {
  it.each([
    ['describe', { of: 'pgae' }],
    ['describe', { off: 'page' }],
    ['describe', { of: 7 }],
    ['find', { type: 'pages' }],
    ['find', { typ: 'page' }],
    ['find', {}],
    ['find', { type: 'page', where: { prise: 10 } }],
    ['find', { type: 'page', where: { price: 'ten' } }],
    ['find', { type: 'page', where: { price: { contains: 1 } } }],
    ['find', { type: 'page', sort: 'prise' }],
    ['find', { type: 'page', sort: '-titel' }],
    ['find', { type: 'page', limit: '5' }],
    ['find', { type: 'page', limit: 500 }],
    ['find', { type: 'page', cursor: 'nonsense' }],
    ['find', { type: 'page', where: 'price>1' }],
    ['find', { type: 'page', order: 'title' }],
    ['read', { type: 'page' }],
    ['read', { type: 'hmoe' }],
    ['read', { type: 'home', draft: 'yes' }],
    ['search', { query: 'a' }],
    ['search', { q: 'a', module: 'help' }],
    ['write', {}],
    ['write', { items: { type: 'page', values: {} } }],
    ['write', page({ titel: 'T' })],
    ['write', page({ title: 7 })],
    ['write', page({})],
    ['write', page({ title: 'T', price: '12' })],
    ['write', page({ title: 'T' }, { publish: true })],
    ['write', { items: [{ type: 'pgae', values: { title: 'T' } }] }],
    ['write', { items: [{ type: 'blog_article', values: { titel: 'T' } }] }],
    ['write', { items: [{ type: 'blog_article', values: { title: 'T', publish: true } }] }],
    ['publish', { action: 'schedule', type: 'home' }],
    ['publish', { action: 'hide', type: 'home' }],
    ['upload', { action: 'begin', file_name: 'a.txt', content_type: 'text/plain' }],
    ['upload', { action: 'start', file_name: 'a.txt', content_type: 'text/plain', size_bytes: 1 }],
    ['releases', { action: 'clone' }],
    ['releases', { action: 'show' }],
    ['schema', { action: 'define_collection', type: 'extra' }],
    ['schema', { action: 'define_collection', type: 'other', fields: [{ key: 'a', type: 'strng' }] }],
  ] as [string, Args][])('%s %j', async (name, wrong) => {
    let args = wrong;
    let answer = await world.agent.call(name, args);
    expect(answer.isError).toBe(true);
    for (let step = 0; step < 4 && answer.isError; step += 1) {
      args = mended(args, answer.body.error);
      answer = await world.agent.call(name, args);
    }
    expect(answer.isError, `${JSON.stringify(args)}: ${answer.text}`).toBe(false);
  });
});
