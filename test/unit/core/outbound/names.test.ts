import { describe, expect, it } from 'vitest';
import { parseHosts } from '../../../../src/core/outbound/names.ts';

describe('a file of hosts', () => {
  it.each([
    ['10.0.0.1 a', 'a', ['10.0.0.1']],
    ['10.0.0.1\ta b.example # c', 'b.example', ['10.0.0.1']],
    ['10.0.0.1 a # b', 'b', []],
    ['# 10.0.0.1 a', 'a', []],
    ['10.0.0.1 A', 'a', ['10.0.0.1']],
    ['10.0.0.1 a\n::1 a', 'a', ['10.0.0.1', '::1']],
    ['nowhere a', 'a', []],
    ['10.0.0.1', '', []],
  ])('%j says of %j: %j', (text, name, addresses) => {
    expect((parseHosts(text).get(name) ?? []).map(({ address }) => address)).toEqual(addresses);
  });
});
