import { Type } from '@sinclair/typebox';
import { apiError } from '../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import type { Json } from '../api.ts';
import { closed } from '../protocol/arguments.ts';
import { fitted } from '../protocol/fitting.ts';
import { tool } from '../protocol/tool.ts';
import { overviewOf, type Introspection, partsOf } from './support/parts.ts';

export const describe = tool({
  name: 'describe',
  isReading: true,
  input: Type.Object(
    { of: Type.Optional(Type.String({ maxLength: 200, description: 'a part, as the overview names them' })) },
    closed,
  ),
  async run({ ask }, { of }) {
    const described = (await ask({ method: 'GET', path: '/v1/introspection' })) as unknown as Introspection;
    const parts = partsOf(described);
    if (of === undefined) return overviewOf(described, Object.keys(parts));
    const part = Object.hasOwn(parts, of) ? parts[of] : undefined;
    if (part === undefined) throw unknownPart(of, Object.keys(parts));
    return { of, ...(fitted(part()) as Json) };
  },
});

function unknownPart(of: string, known: readonly string[]): Error {
  const why = 'it names no part of this project';
  const hints = {
    param: 'of',
    expected: `one of ${known.slice(0, 200).join(', ')}`,
    did_you_mean: didYouMean(of, known),
  };
  return apiError('invalid_field_value', { name: 'of', why }, hints);
}
