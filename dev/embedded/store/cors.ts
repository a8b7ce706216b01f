import { refusal } from './refusal.ts';

interface CorsRule {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly exposed: readonly string[];
  readonly maxAgeSeconds: string | undefined;
}

/** The headers of a cross-origin request or of its preflight. */
export interface CrossOriginAsk {
  readonly origin: string;
  readonly method: string;
  /** The headers that the page wants to send; preflights only. */
  readonly headers: readonly string[];
}

/**
 * Returns the headers that let a page read the response, or null if no rule of the bucket allows the request.
 * @param xml - the CORS configuration of the bucket, or null if it has none
 */
export function corsHeaders(xml: string | null, ask: CrossOriginAsk): Record<string, string> | null {
  const rule = readCors(xml).find((one) => isAllowed(one, ask));
  if (rule === undefined) return null;
  return {
    'Access-Control-Allow-Origin': rule.origins.includes('*') ? '*' : ask.origin,
    'Access-Control-Allow-Methods': rule.methods.join(', '),
    ...(ask.headers.length > 0 && { 'Access-Control-Allow-Headers': ask.headers.join(', ') }),
    ...(rule.exposed.length > 0 && { 'Access-Control-Expose-Headers': rule.exposed.join(', ') }),
    ...(rule.maxAgeSeconds !== undefined && { 'Access-Control-Max-Age': rule.maxAgeSeconds }),
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  };
}

/** Throws `MalformedXML` without any rule, or for a rule without an origin or a method. */
export function readCors(xml: string | null): readonly CorsRule[] {
  if (xml === null) return [];
  const rules = elements(xml, 'CORSRule').map((rule) => ({
    origins: elements(rule, 'AllowedOrigin'),
    methods: elements(rule, 'AllowedMethod'),
    headers: elements(rule, 'AllowedHeader').map((name) => name.toLowerCase()),
    exposed: elements(rule, 'ExposeHeader'),
    maxAgeSeconds: elements(rule, 'MaxAgeSeconds')[0],
  }));
  if (
    rules.length === 0 ||
    rules.some(({ origins, methods }) => origins.length === 0 || methods.length === 0)
  ) {
    throw refusal('MalformedXML', 'A CORS configuration has rules, each with an origin and a method.');
  }
  return rules;
}

function isAllowed({ origins, methods, headers }: CorsRule, ask: CrossOriginAsk): boolean {
  return (
    origins.some((origin) => fits(origin, ask.origin)) &&
    methods.includes(ask.method) &&
    ask.headers.every((name) => headers.some((allowed) => fits(allowed, name.toLowerCase())))
  );
}

/** The value of a rule can contain one `*`. */
function fits(allowed: string, text: string): boolean {
  const [start = '', end] = allowed.split('*');
  if (end === undefined) return allowed === text;
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
}

/** Returns the text of each element with this name. The configuration is flat, so it needs no XML parser. */
function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) =>
    inner.trim(),
  );
}
