import type { EndpointHealth } from '../../../../src/delivery/webhooks/schema.ts';
import { Badge, type Tone } from '../../components/base/badge.tsx';

/** Deliveries are not in the change log, so these screens look again by themselves, in milliseconds. */
export const refreshMs = 5_000;

const shown: Readonly<Record<string, [Tone, string]>> = {
  unused: ['plain', 'Unused'],
  healthy: ['good', 'Healthy'],
  failing: ['warn', 'Failing'],
  disabled: ['bad', 'Disabled'],
};

/** How a webhook or a purge target is doing. */
export function Health({ endpoint: { health } }: { endpoint: { health: EndpointHealth } }) {
  const [tone, text] = shown[health.state] ?? ['plain', health.state];
  return <Badge tone={tone}>{text}</Badge>;
}
