import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from './async/timeout.ts';

/** A value that takes longer than this to read is omitted; in milliseconds. */
const waitMs = 2_000;

interface LabeledValue {
  labels: Record<string, string>;
  value: number;
}

/** A metric with bound labels: counts one event, or records one value. */
type Count = () => void;
type Observe = (value: number) => void;

/**
 * The metrics of a process, for Prometheus. Labels are bound once, so that counting during a request allocates nothing.
 * Values that need a query are read when the metrics are requested.
 */
export class Metrics {
  readonly #registry = new Registry();

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All metrics as text. A value that can't be read in time is omitted. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** A fact that doesn't change while the process runs, as labels of the constant 1. */
  info(name: string, help: string, labels: Readonly<Record<string, string>>): void {
    new Gauge({ name, help, labelNames: Object.keys(labels), registers: [this.#registry] }).set(
      { ...labels },
      1,
    );
  }

  /**
   * A counter, which starts at 0 for each combination of bound labels. The library looks up labels for each increment,
   * so increments are added up until the metrics are requested.
   */
  counter(name: string, help: string, labelNames: readonly string[] = []): (...values: string[]) => Count {
    const flushes: (() => void)[] = [];
    const collect = () => flushes.forEach((flush) => flush());
    const registers = [this.#registry];
    const counter = new Counter({ name, help, labelNames: [...labelNames], registers, collect });
    return (...values) => {
      const bound = counter.labels(...values);
      bound.inc(0);
      let count = 0;
      flushes.push(() => {
        bound.inc(count);
        count = 0;
      });
      return () => void (count += 1);
    };
  }

  /** Counts values by size, up to each of `buckets`. */
  histogram(
    name: string,
    help: string,
    shape: { buckets: readonly number[]; labelNames?: readonly string[] },
  ): (...values: string[]) => Observe {
    const labelNames = [...(shape.labelNames ?? [])];
    const buckets = [...shape.buckets];
    const histogram = new Histogram({ name, help, buckets, labelNames, registers: [this.#registry] });
    return (...values) => {
      const bound = histogram.labels(...values);
      return (value) => bound.observe(value);
    };
  }

  /** A value that is read when the metrics are requested; null omits it. */
  gauge(name: string, help: string, read: () => Promise<number | null> | number | null): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        const value = await orNull(read);
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  }

  /** A counter whose total is read when the metrics are requested. */
  total(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  /** A gauge with several labels, read when the metrics are requested. */
  labeledGauge(
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => Promise<readonly LabeledValue[]> | readonly LabeledValue[],
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.#registry],
      async collect() {
        this.reset();
        for (const { labels, value } of (await orNull(read)) ?? []) this.set(labels, value);
      },
    });
  }

  /** A gauge with one label, read when the metrics are requested. */
  gauges(
    name: string,
    help: string,
    label: string,
    read: () => Promise<Record<string, number>> | Record<string, number>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      async collect() {
        this.reset();
        for (const [labelValue, value] of Object.entries((await orNull(read)) ?? {}))
          this.set({ [label]: labelValue }, value);
      },
    });
  }
}

async function orNull<T>(read: () => Promise<T> | T): Promise<T | null> {
  try {
    return await withTimeout<T | null>(Promise.resolve(read()), waitMs, null);
  } catch {
    return null;
  }
}
