/** How much is seeded and asked in one run. */
export interface Sizes {
  name: 'full' | 'quick';
  /** Entries, and blog articles, of the two projects that are held against each other. */
  small: number;
  large: number;
  connections: number;
  /** Rounds in which all servers take turns, and how long each is asked in one, in seconds. */
  rounds: number;
  roundSeconds: number;
  /** Cold pages that are asked for in one round, each once, however long that takes. */
  coldPages: number;
  /** Requests, one after another, for each list and project in one round of growth. */
  growthRounds: number;
  growthRequests: number;
  revokeRounds: number;
  freshRounds: number;
  /** Turns of creates by the service and by hand. */
  writeRounds: number;
  /** Edits whose purges are waited for, one after the other. */
  purgeRounds: number;
  /** Rows of the log of which a page is read. */
  auditRows: number;
}

const full: Sizes = {
  name: 'full',
  small: 1_000,
  large: 100_000,
  connections: 256,
  rounds: 5,
  roundSeconds: 3,
  coldPages: 2_048,
  growthRounds: 5,
  growthRequests: 6,
  revokeRounds: 100,
  freshRounds: 1_000,
  writeRounds: 21,
  purgeRounds: 30,
  auditRows: 1_000_000,
};

const quick: Sizes = {
  name: 'quick',
  small: 500,
  large: 4_000,
  connections: 256,
  rounds: 1,
  roundSeconds: 1,
  coldPages: 512,
  growthRounds: 1,
  growthRequests: 2,
  revokeRounds: 5,
  freshRounds: 20,
  writeRounds: 3,
  purgeRounds: 5,
  auditRows: 20_000,
};

/** The sizes that the command line asks for: `--quick`, else everything. */
export function readSizes(args: readonly string[]): Sizes {
  return args.includes('--quick') ? quick : full;
}
