import { allowedSubnetsOf, type Config } from '../../core/settings/index.ts';
import { type Clock, SealedBox } from '../../core/util/index.ts';
import { AddressGuard, Names, Outbound, type Sending } from '../../core/outbound/index.ts';

/** Sends requests to webhook endpoints, with the guard that keeps them away from internal networks. */
export function sendingOf(config: Config, clock: Clock): Sending {
  const servers = config.WEBHOOK_DNS_SERVERS.split(',').filter((server) => server !== '');
  const guard = new AddressGuard(allowedSubnetsOf(config), new Names(servers));
  const timeoutMs = config.WEBHOOK_TIMEOUT_MS;
  return {
    outbound: new Outbound(guard),
    box: new SealedBox(config.APP_SECRET, config.APP_SECRET_PREVIOUS),
    clock,
    timeoutMs,
    vendors: {
      ...(config.PURGE_FASTLY_URL === undefined ? {} : { fastly: config.PURGE_FASTLY_URL }),
      ...(config.PURGE_CLOUDFLARE_URL === undefined ? {} : { cloudflare: config.PURGE_CLOUDFLARE_URL }),
    },
  };
}
