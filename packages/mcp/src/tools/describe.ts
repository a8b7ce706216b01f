import { Type } from '@sinclair/typebox';
import { invalidValue, type ToolError } from '../errors.ts';
import { closed } from '../protocol/arguments.ts';
import { fitResult } from '../protocol/fitting.ts';
import { tool } from '../protocol/tool.ts';
import { didYouMean } from '../suggest.ts';
import { overviewOf, type Introspection, partsOf } from './support/parts.ts';

export const describe = tool({
  name: 'describe',
  isReading: true,
  input: Type.Object(
    {
      of: Type.Optional(Type.String({ maxLength: 200, description: 'the name of a part from the overview' })),
    },
    closed,
  ),
  async run({ callApi }, { of }) {
    const response = await callApi({ method: 'GET', path: '/v1/introspection' });
    const introspection = response as unknown as Introspection;
    const parts = partsOf(introspection);
    if (of === undefined) return overviewOf(introspection, Object.keys(parts));
    const part = Object.hasOwn(parts, of) ? parts[of] : undefined;
    if (part === undefined) throw unknownPart(of, Object.keys(parts));
    return { of, ...fitResult(part()) };
  },
});

function unknownPart(of: string, names: readonly string[]): ToolError {
  return invalidValue('of', 'it names no part of this project', {
    expected: `one of ${names.slice(0, 200).join(', ')}`,
    did_you_mean: didYouMean(of, names),
  });
}
