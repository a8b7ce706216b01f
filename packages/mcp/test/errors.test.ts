import { describe, expect, it } from 'vitest';
import { apiError, type ApiError } from '../../../src/contract/errors/api-error.ts';
import { bodyChecker, errorEnvelope as apiEnvelope } from '../../../src/core/http/index.ts';
import * as ours from '../src/errors.ts';
import { checkArguments } from '../src/protocol/check-arguments.ts';
import { tools } from '../src/protocol/tools.ts';

const baseUrl = 'https://content.example.com';
const now = new Date('2026-03-01T12:00:00Z');
const withoutRequestId = (envelope: object) =>
  JSON.stringify(envelope).replace(/"request_id":"req_[0-9a-z]{26}"/, '"request_id":"req"');
const textOf = (error: unknown) =>
  withoutRequestId(ours.errorEnvelope(error as ours.ToolError, { baseUrl, now }));
const apiTextOf = (error: unknown) =>
  withoutRequestId(apiEnvelope(error as ApiError, { requestId: 'req', baseUrl }));

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}

const long = 'x'.repeat(5_000);
const values: unknown[] = [
  ...[undefined, null, true, '', 'page', long, '𝒳'.repeat(200), 0, 1.5, -3, 20, 21, 1e300, [], {}],
  ...[{ a: 1 }, [1], ['a', 'b'], [{}], [{ key: 'a' }], Array.from({ length: 250 }, () => ({}))],
  ...[[{ type: 'page' }], [{ type: 'page', values: {} }], [{ typo: 1, values: [], id: 2, type: '' }, 7]],
  ...[Array.from({ length: 9 }, () => ({ a: 1, b: 2, c: 3 })), Array.from({ length: 11 }, () => 1)],
];

describe('errors of tools', () => {
  it.each([
    [
      ours.invalidParameter('confirm', 'has expired'),
      apiError('invalid_parameter', { name: 'confirm', why: 'has expired' }, { param: 'confirm' }),
    ],
    [ours.missingField('id'), apiError('missing_required_field', { name: 'id' }, { param: 'id' })],
    [
      ours.unknownField('é'.repeat(70), { param: 'x' }),
      apiError('unknown_field', { name: 'é'.repeat(70) }, { param: 'x' }),
    ],
    [
      ours.invalidValue('of', 'it is odd', { got: 'null' }),
      apiError('invalid_field_value', { name: 'of', why: 'it is odd' }, { param: 'of', got: 'null' }),
    ],
    [
      ours.scopeRequired('publish'),
      apiError('scope_required', { required: 'publish' }, { required: 'publish' }),
    ],
    [ours.secretKeyRequired(), apiError('secret_key_required', {})],
    [ours.serviceUnavailable('GALLEY_URL'), apiError('temporarily_unavailable', {}, { param: 'GALLEY_URL' })],
  ])('have the form and the texts of the API: $code', (error, expected) => {
    expect(textOf(error)).toBe(apiTextOf(expected));
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    'are those of its body check: %s',
    (_name, { input }) => {
      const checkBody = bodyChecker(input);
      const names = Object.keys(input.properties);
      const calls = names.flatMap((name) => values.map((value) => ({ [name]: value })));
      const wrong = [{}, { [`${names[0]}s`]: 1 }, { Type: 1, z: 1, y: 2, [long]: 3, 'type.x': 4 }];
      const together = values.map((value) =>
        Object.fromEntries([...names, 'odd'].map((name) => [name, value])),
      );
      for (const call of [...calls, ...wrong, ...together]) {
        const args = JSON.parse(JSON.stringify(call)) as Record<string, unknown>;
        const expected = thrownBy(() => checkBody(args));
        const error = thrownBy(() => checkArguments(input, args));

        expect([call, error && textOf(error)]).toEqual([call, expected && apiTextOf(expected)]);
      }
    },
  );

  it('are listed fast, however many there are', () => {
    const [tool] = tools;
    const args = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`key${i}`, 1]));
    const start = performance.now();

    expect((thrownBy(() => tool && checkArguments(tool.input, args)) as ours.ToolError).all).toHaveLength(20);
    expect(performance.now() - start).toBeLessThan(500);
  });
});
