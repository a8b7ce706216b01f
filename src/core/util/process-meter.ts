import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Metrics } from './metrics.ts';

/** The sampling interval of the event loop, in milliseconds. */
const resolutionMs = 100;
const percentiles = { '50': 50, '99': 99, '100': 100 };

/** Measures memory, CPU time and event loop lag of the process. Returns a function that stops the sampling. */
export function measureProcess(metrics: Metrics): () => void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  metrics.gauges(
    'galley_event_loop_lag_seconds',
    'How late the event loop was since the last reading, by percentile.',
    'percentile',
    () => {
      const lagOf = (percent: number): number =>
        // The library records the whole time between two samples.
        Math.max(0, delays.percentile(percent) / 1e9 - resolutionMs / 1000);
      const lags = Object.entries(percentiles).map(([name, percent]) => [name, lagOf(percent)] as const);
      delays.reset();
      return Object.fromEntries(lags);
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
