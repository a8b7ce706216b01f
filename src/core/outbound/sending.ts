import type { Clock } from '../util/clock.ts';
import type { SealedBox } from '../util/sealed-box.ts';
import type { Outbound } from './post-json.ts';

/** What sending signed requests to external servers requires. */
export interface Sending {
  outbound: Outbound;
  box: SealedBox;
  clock: Clock;
  timeoutMs: number;
  /** URLs that replace the APIs of CDN vendors, in tests. */
  vendors?: Readonly<Partial<Record<string, string>>>;
}
