import type { Actor } from '../../src/contract/actor.ts';

/** Whoever does what a test does without a request. */
export const tester: Actor = { kind: 'command', id: 'test', name: 'a test' };
