/** How much a run seeds and requests. */
export interface Sizes {
  name: 'full' | 'quick';
  /** Entries, and blog articles, of the two projects that are compared. */
  small: number;
  large: number;
  connections: number;
  /** Rounds in which all servers alternate, and seconds per server in each round. */
  rounds: number;
  roundSeconds: number;
  /** Cold pages per round. Each is requested once, without a time limit. */
  coldPages: number;
  /** Rounds of growth, and sequential requests per list and project in each round. */
  growthRounds: number;
  growthRequests: number;
  revokeRounds: number;
  freshRounds: number;
  /** Rounds of creates by the service and by the hand-written handler. */
  writeRounds: number;
  /** Changes whose purges are measured one after the other. */
  purgeRounds: number;
  /** Rows of the audit log from which a page is read. */
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

/** Returns the sizes for the command line: quick with `--quick`, full otherwise. */
export function readSizes(args: readonly string[]): Sizes {
  return args.includes('--quick') ? quick : full;
}
