import type { TSchema } from '@sinclair/typebox';
import { compile } from '../query/compile.ts';

interface Answering {
  method: string;
  path: string;
  output: TSchema | null;
}

/** Makes the check of a route's answers against its schema, which only tests pay for. @throws Error naming the first faults */
export function outputChecker(
  { method, path, output }: Answering,
  isOn: boolean,
): ((body: unknown) => void) | null {
  if (!isOn || output === null) return null;
  const fits = compile(output, 'json');
  return (body) => {
    if (fits(body)) return;
    throw new Error(`${method} ${path} broke its schema: ${JSON.stringify(fits.faults(body).slice(0, 3))}`);
  };
}
