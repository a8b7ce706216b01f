import type { DeliveryState } from '../../../../src/delivery/queue/schema.ts';
import { Badge, type Tone } from '../../components/base/badge.tsx';

const states: Readonly<Record<DeliveryState, [Tone, string]>> = {
  queued: ['note', 'Queued'],
  sending: ['note', 'Sending'],
  held: ['warn', 'Held'],
  delivered: ['good', 'Delivered'],
  failed: ['bad', 'Failed'],
  dropped: ['plain', 'Dropped'],
};

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const [tone, text] = states[state];
  return <Badge tone={tone}>{text}</Badge>;
}
