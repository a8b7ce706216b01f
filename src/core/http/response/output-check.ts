import type { TSchema } from '@sinclair/typebox';
import { compile } from '../query/compile.ts';

interface RouteOutput {
  method: string;
  path: string;
  output: TSchema | null;
}

/** Checks the responses of a route against its schema, only in tests. @throws Error with the first errors */
export function outputChecker(
  { method, path, output }: RouteOutput,
  isOn: boolean,
): ((body: unknown) => void) | null {
  if (!isOn || output === null) return null;
  const fits = compile(output, 'json');
  return (body) => {
    if (fits(body)) return;
    throw new Error(`${method} ${path} broke its schema: ${JSON.stringify(fits.errors(body).slice(0, 3))}`);
  };
}
