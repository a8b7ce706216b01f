import type { Middleware } from 'koa';
import type { Log } from '../server/log.ts';

/**
 * Logs once that a proxy forwards addresses and isn't trusted. All visitors then share the address of the proxy, and
 * its limits (specification: guessing).
 */
export function forwardedNotice(log: Log, trustedProxyHops: number): Middleware {
  let isLogged = trustedProxyHops > 0;
  return (ctx, next) => {
    if (!isLogged && ctx.get('X-Forwarded-For') !== '') {
      isLogged = true;
      log.warn(
        {},
        'A request carried X-Forwarded-For, and TRUSTED_PROXY_HOPS is 0: behind a proxy all visitors share one address ' +
          'and its bounds. Set TRUSTED_PROXY_HOPS to the number of proxies in front.',
      );
    }
    return next();
  };
}
