/** What a process counts, as Prometheus reads it. */
export interface Scraped {
  /** The names that can be asked for, those of a histogram's parts included, and their help's sort. */
  names: Set<string>;
  series: { metric: string; labels: Record<string, string> }[];
}

/** Reads the text form of Prometheus. */
export function readScrape(text: string): Scraped {
  const names = new Set<string>();
  const series: Scraped['series'] = [];
  for (const line of text.split('\n')) {
    const [, declared = '', kind] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (kind === 'histogram') for (const part of ['_bucket', '_sum', '_count']) names.add(declared + part);
    else if (kind !== undefined) names.add(declared);
    const [, metric, inner = ''] = /^([a-z_]+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (metric === undefined) continue;
    const labels = [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name, value]);
    series.push({ metric, labels: Object.fromEntries(labels) as Record<string, string> });
  }
  return { names, series };
}
