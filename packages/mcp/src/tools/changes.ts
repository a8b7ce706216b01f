import { Type } from '@sinclair/typebox';
import { closed } from '../protocol/arguments.ts';
import { fitResult } from '../protocol/fitting.ts';
import { tool } from '../protocol/tool.ts';

export const changes = tool({
  name: 'changes',
  isReading: true,
  input: Type.Object({ since: Type.Optional(Type.String({ description: 'a version or a time' })) }, closed),
  async run({ callApi }, { since }) {
    return { ...fitResult(await callApi({ method: 'GET', path: '/v1/changes', query: { since } })) };
  },
});
