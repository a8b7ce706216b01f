/** What a watched service and its neighbour are asked for over IPC. */
export type Order = 'look' | 'reset' | 'tell';

/** Bytes that are used after a forced collection: the heap's and what is held outside of it. */
export interface Memory {
  usedBytes: number;
}

/** Since the last `reset`, in milliseconds: how late the event loop was, and how long marked requests took in the process. */
export interface Delays {
  requests: number;
  loopP99Ms: number;
  loopMaxMs: number;
  handlerP99Ms: number;
}

/** What a tenant beside the load saw since the last `reset`, in milliseconds. */
export interface Seen {
  reads: number;
  /** Answers that were none of success, by what was asked and the status. */
  refused: Record<string, number>;
  /** From the request to the end of its answer. */
  readP99Ms: number;
  /** From the answer to a write until its webhook was there. */
  webhooksMs: number[];
  webhooksMissing: number;
  /** What the machine itself adds: the lateness of this quiet process, and two answers of the database. */
  loopP99Ms: number;
  databaseP99Ms: number;
}

/** Requests with this header are timed. */
export const watchedHeader = 'x-watched';

/** What a neighbour is started with. */
export interface NeighbourPlan {
  url: string;
  receiverPort: number;
  readToken: string;
  writeToken: string;
  readPath: string;
  mongodbUri: string;
}
