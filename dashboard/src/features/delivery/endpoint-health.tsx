import type { EndpointHealth } from '../../../../src/delivery/webhooks/schema.ts';
import { Badge, type Tone } from '../../components/base/badge.tsx';

/** Milliseconds between refreshes. The change log does not report deliveries. */
export const refreshMs = 5_000;

const badges: Readonly<Record<string, [Tone, string]>> = {
  unused: ['plain', 'Unused'],
  healthy: ['good', 'Healthy'],
  failing: ['warn', 'Failing'],
  disabled: ['bad', 'Disabled'],
};

/** The health of a webhook or a purge target. */
export function Health({ endpoint: { health } }: { endpoint: { health: EndpointHealth } }) {
  const [tone, text] = badges[health.state] ?? ['plain', health.state];
  return <Badge tone={tone}>{text}</Badge>;
}
