/** What the generator gets to do. */
export type Order =
  | {
      kind: 'flood';
      url: string;
      token: string;
      /** Each connection asks its own part of them, over and over. */
      paths: readonly string[];
      connections: number;
      /** How long, unless `amount` says how many requests are sent in all. */
      seconds: number;
      amount?: number;
      /** Sent beside the key. */
      headers?: Readonly<Record<string, string>>;
      /** Requests a second of all connections together; as many as can be when it is left out. */
      rate?: number;
    }
  | { kind: 'one by one'; url: string; token: string; paths: readonly string[] };

export interface FloodResult {
  requests: number;
  requestsPerSecond: number;
  latencyP99Ms: number;
  /** Answers other than 2xx, and none at all. */
  failures: number;
  statuses: object;
}
