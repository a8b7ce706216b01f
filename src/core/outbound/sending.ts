import type { Clock } from '../util/clock.ts';
import type { SealedBox } from '../util/sealed-box.ts';
import type { Outbound } from './post-json.ts';

/** What it takes to send one signed request to another person's server. */
export interface Sending {
  outbound: Outbound;
  box: SealedBox;
  clock: Clock;
  timeoutMs: number;
  /** Where purges of vendors are sent, in tests; each vendor's own address when absent. */
  vendors?: Readonly<Partial<Record<string, string>>>;
}
