import { type Static, Type } from '@sinclair/typebox';
import type { HeldBounds } from '../../http/server/held-connections.ts';

const Count = (fallback: number) => Type.Integer({ minimum: 1, default: fallback });

/** How many responses a process holds open at once: event streams, and requests that wait for a change. */
export const heldVariables = {
  HELD_PER_KEY: Count(500),
  HELD_PER_ADDRESS: Count(500),
  HELD_PER_PROJECT: Count(1_000),
  HELD_PER_PROCESS: Count(2_000),
};
type Settings = { [name in keyof typeof heldVariables]: Static<(typeof heldVariables)[name]> };

export function heldBoundsOf(config: Readonly<Settings>): HeldBounds {
  return {
    perKey: config.HELD_PER_KEY,
    perAddress: config.HELD_PER_ADDRESS,
    perProject: config.HELD_PER_PROJECT,
    perProcess: config.HELD_PER_PROCESS,
  };
}
