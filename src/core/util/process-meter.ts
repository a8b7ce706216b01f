import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Metrics } from './metrics.ts';

/** How often the event loop is looked at, in milliseconds. */
const resolutionMs = 20;
const percentiles = { '50': 50, '99': 99, '100': 100 };

/** The process itself: memory, time, and how late its event loop is. Answers how to stop looking. */
export function measureProcess(metrics: Metrics): () => void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  metrics.gauges(
    'galley_event_loop_lag_seconds',
    'How late the event loop was since the last reading, by percentile.',
    'percentile',
    () => {
      const lagOf = (percent: number): number =>
        // What is recorded is the whole time between two looks.
        Math.max(0, delays.percentile(percent) / 1e9 - resolutionMs / 1000);
      const seen = Object.entries(percentiles).map(([name, percent]) => [name, lagOf(percent)] as const);
      delays.reset();
      return Object.fromEntries(seen);
    },
  );
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  metrics.gauges(
    'galley_heap_bytes',
    'Memory that JavaScript uses, has asked for, and may have.',
    'of',
    () => {
      const { heapUsed, heapTotal, external } = process.memoryUsage();
      return { used: heapUsed, total: heapTotal, external, limit: getHeapStatistics().heap_size_limit };
    },
  );
  metrics.total(
    'process_cpu_seconds_total',
    'Time that the process worked, user and system together.',
    () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
  );
  return () => delays.disable();
}
