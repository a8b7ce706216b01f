/**
 * Paths match only as they are written. `/v1/PING` and `/v1/ping/` are no endpoints, so that another spelling can't
 * bypass a rule on paths in a proxy.
 */
export const exactPaths = { sensitive: true, strict: true } as const;
