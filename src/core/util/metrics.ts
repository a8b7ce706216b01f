import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from './async/timeout.ts';

/** A number that takes longer than this cannot be told now; in milliseconds. */
const waitMs = 2_000;

/** A metric whose labels' values are known: counts one more, or notes one more size. */
type Count = () => void;
type Note = (seen: number) => void;

/**
 * What a process counts, for Prometheus. Labels are bound once, so that counting on the way of a request makes no
 * objects; what must be asked for is asked when a person reads.
 */
export class Metrics {
  readonly #registry = new Registry();

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All of it as text. What cannot be told now is left out and stops nothing. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** A fact that does not change while the process runs: its labels. */
  info(name: string, help: string, labels: Readonly<Record<string, string>>): void {
    new Gauge({ name, help, labelNames: Object.keys(labels), registers: [this.#registry] }).set(
      { ...labels },
      1,
    );
  }

  /**
   * A number that only grows, from 0 on for the labels' values that it is bound to. The library looks its labels up for
   * each number that it is given, so it is given what came together since a person last read.
   */
  counter(name: string, help: string, labelNames: readonly string[] = []): (...values: string[]) => Count {
    const flushes: (() => void)[] = [];
    const collect = () => flushes.forEach((flush) => flush());
    const registers = [this.#registry];
    const counter = new Counter({ name, help, labelNames: [...labelNames], registers, collect });
    return (...values) => {
      const bound = counter.labels(...values);
      bound.inc(0);
      let since = 0;
      flushes.push(() => {
        bound.inc(since);
        since = 0;
      });
      return () => void (since += 1);
    };
  }

  /** How often which sizes were seen, up to each of `buckets`. */
  histogram(
    name: string,
    help: string,
    shape: { buckets: readonly number[]; labelNames?: readonly string[] },
  ): (...values: string[]) => Note {
    const labelNames = [...(shape.labelNames ?? [])];
    const buckets = [...shape.buckets];
    const histogram = new Histogram({ name, help, buckets, labelNames, registers: [this.#registry] });
    return (...values) => {
      const bound = histogram.labels(...values);
      return (seen) => bound.observe(seen);
    };
  }

  /** A number that is asked for whenever a person reads; null when it cannot be told. */
  gauge(name: string, help: string, ask: () => Promise<number | null> | number | null): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        const seen = await orNull(ask);
        if (seen === null) this.remove();
        else this.set(seen);
      },
    });
  }

  /** A number that only grows and that another person counts, asked for whenever a person reads. */
  total(name: string, help: string, ask: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.reset();
        this.inc(ask());
      },
    });
  }

  /** A gauge with several labels, read again for each request for the metrics. */
  labeledGauge(
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => readonly { labels: Record<string, string>; value: number }[],
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const { labels, value } of read()) this.set(labels, value);
      },
    });
  }

  /** Several gauges, by the values of one label. */
  gauges(
    name: string,
    help: string,
    label: string,
    ask: () => Promise<Record<string, number>> | Record<string, number>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      async collect() {
        this.reset();
        for (const [value, seen] of Object.entries((await orNull(ask)) ?? {}))
          this.set({ [label]: value }, seen);
      },
    });
  }
}

async function orNull<T>(ask: () => Promise<T> | T): Promise<T | null> {
  try {
    return await withTimeout<T | null>(Promise.resolve(ask()), waitMs, null);
  } catch {
    return null;
  }
}
