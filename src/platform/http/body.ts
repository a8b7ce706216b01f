import { koaBody } from 'koa-body';
import type { Context, Middleware } from 'koa';
import { limits } from '../../contract/limits.ts';
import { problem } from '../../contract/problem.ts';

/** Keys in one object; real content has hundreds, and the checks that list every fault must stay cheap. */
const keysMax = 2_000;

/**
 * Parses JSON bodies of at most `maxBytes`, unpacked; `packed: false` refuses a `Content-Encoding`. Wrong type, size or
 * syntax is a problem, never a stack trace.
 */
export function bodyParser(maxBytes: number, { packed } = { packed: true }): Middleware {
  const parse = koaBody({
    json: true,
    jsonTypes: ['application/json'],
    jsonLimit: maxBytes,
    jsonStrict: false,
    text: false,
    urlencoded: false,
    multipart: false,
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'] as never,
    onError: (error) => {
      throw bodyProblem(error, maxBytes); // the original carries the raw body and must not reach the log
    },
  });
  return async (ctx, next) => {
    if (!hasBody(ctx)) return void (await next());
    if (ctx.is('application/json') !== 'application/json') throw problem('unsupported_media_type', {});
    if (!packed && ctx.get('Content-Encoding') !== '') throw problem('unsupported_media_type', {});
    const isUtf8 = watchUtf8(ctx);
    await parse(ctx, () => Promise.resolve());
    if (!isUtf8()) throw problem('invalid_json', { why: 'it is no UTF-8' });
    await next();
  };
}

/** Watches the bytes go by: what is no UTF-8 would be replaced silently. Packed bodies are taken as they unpack. */
function watchUtf8({ req }: Context): () => boolean {
  if (req.headers['content-encoding'] !== undefined) return () => true;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isGood = true;
  const look = (chunk?: Buffer) => {
    try {
      if (isGood) decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isGood = false;
    }
    return isGood;
  };
  req.on('data', look);
  return look;
}

function hasBody(ctx: Context): boolean {
  const length = ctx.get('Content-Length');
  return length === '' ? ctx.get('Transfer-Encoding') !== '' : Number(length) > 0;
}

function bodyProblem(error: Error, maxBytes: number): Error {
  const { status } = error as Error & { status?: number };
  if (status === 413) return problem('payload_too_large', { maxBytes });
  if (status === 415) return problem('unsupported_media_type', {});
  return problem('invalid_json', {
    why: error instanceof SyntaxError ? 'it is no valid JSON' : 'it did not arrive whole',
  });
}

/**
 * Gives the parsed body, `undefined` when there was none.
 * @throws invalid_json when it is no object, is nested too deep, or holds a text that is no Unicode.
 */
export function readBody(body: unknown): Record<string, unknown> | undefined {
  if (body === undefined || body === '') return undefined;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw problem('invalid_json', { why: 'it must be one JSON object' });
  checkTree(body);
  return body as Record<string, unknown>;
}

/** Walks the tree without recursion, so that a hostile depth costs nothing. */
function checkTree(root: object): void {
  let level: object[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limits.body_depth_max)
      throw problem('invalid_json', { why: `it is nested more than ${limits.body_depth_max} deep` });
    const below: object[] = [];
    for (const node of level) {
      const keys = Array.isArray(node) ? [] : Object.keys(node);
      if (keys.length > keysMax)
        throw problem('invalid_json', { why: `an object has more than ${keysMax} keys` });
      for (const text of keys) checkText(text);
      for (const value of Object.values(node) as unknown[]) {
        if (typeof value === 'string') checkText(value);
        else if (typeof value === 'object' && value !== null) below.push(value);
        else if (value === Infinity || value === -Infinity)
          throw problem('invalid_json', { why: 'it holds a number that is too large' });
      }
    }
    level = below;
  }
}

function checkText(text: string): void {
  if (!text.isWellFormed() || text.includes('\u0000')) {
    throw problem('invalid_json', { why: 'a text holds U+0000 or half of a surrogate pair' });
  }
}
