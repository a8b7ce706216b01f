import type { Middleware } from 'koa';
import type { Log } from '../server/log.ts';

/**
 * Logs once that addresses are forwarded by a proxy that is not trusted: behind a proxy all visitors then share its
 * address, and the bounds of one (specification: guessing).
 */
export function forwardedNotice(log: Log, trustedProxyHops: number): Middleware {
  let isTold = trustedProxyHops > 0;
  return (ctx, next) => {
    if (!isTold && ctx.get('X-Forwarded-For') !== '') {
      isTold = true;
      log.warn(
        {},
        'A request carried X-Forwarded-For, and TRUSTED_PROXY_HOPS is 0: behind a proxy all visitors share one address ' +
          'and its bounds. Set TRUSTED_PROXY_HOPS to the number of proxies in front.',
      );
    }
    return next();
  };
}
