/** An order for the load generator. */
export type Order =
  | {
      kind: 'flood';
      url: string;
      token: string;
      /** Each connection requests its share of the paths in a loop. */
      paths: readonly string[];
      connections: number;
      /** Duration, unless `amount` sets the total number of requests. */
      seconds: number;
      amount?: number;
      /** Headers in addition to the API key. */
      headers?: Readonly<Record<string, string>>;
      /** Requests per second over all connections; unlimited if omitted. */
      rate?: number;
    }
  | { kind: 'one by one'; url: string; token: string; paths: readonly string[] };

export interface FloodResult {
  requests: number;
  requestsPerSecond: number;
  latencyP99Ms: number;
  /** Responses other than 2xx, and missing responses. */
  failures: number;
  statuses: object;
}
