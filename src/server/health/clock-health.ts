import type { Log } from '../../core/http/index.ts';
import type { Metrics } from '../../core/util/index.ts';
import { clockOffsetIssue } from '../../core/mongo/index.ts';
import type { HealthCheck } from './health.ts';

interface MeasuredClock {
  readonly offsetMs: number;
}

/** A process whose clock is far from the database's isn't ready: its dates are right, its signatures may not be. */
export function clockHealth(clock: MeasuredClock, log: Log): HealthCheck {
  let wasWell = true;
  return {
    name: 'clock',
    async run() {
      const problem = clockOffsetIssue(clock.offsetMs);
      if (problem !== null && wasWell) log.warn({ clock_offset_ms: Math.round(clock.offsetMs) }, problem);
      wasWell = problem === null;
      return problem === null ? null : { problem, fatal: true };
    },
  };
}

export function exposeClockOffset(metrics: Metrics, clock: MeasuredClock): void {
  const help = "Seconds that the machine's clock is ahead of the database's; negative when it is behind.";
  metrics.gauge('galley_clock_offset_seconds', help, () => clock.offsetMs / 1000);
}
