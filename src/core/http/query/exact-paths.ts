/**
 * How every router reads paths: as they are written. `/v1/PING` and `/v1/ping/` are no endpoints, so that a rule on paths
 * in front of the service (for example a proxy that closes one) cannot be passed by with another spelling.
 */
export const exactPaths = { sensitive: true, strict: true } as const;
