import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { changeUsageLimits } from '../../../../src/dashboard/usage/limits.ts';
import { createEndpoint } from '../../../../src/delivery/webhooks/service.ts';
import { writerOf } from '../../../../src/projects/write/transaction.ts';
import { defineType, publishEntry } from '../../../support/content.ts';
import { inRepository } from '../../../support/program.ts';
import { readScrape, type Scraped } from '../../../support/prometheus-text.ts';
import { type Matcher, readPromQl } from '../../../support/promql.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { tester } from '../../../support/actor.ts';
import { databaseOf } from '../../../support/database.ts';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}
interface Board {
  panels: { title: string; datasource: { uid: string }; targets: { expr: string }[] }[];
  templating: { list: { name: string }[] };
}

const rulesText = readFileSync(inRepository('deploy/prometheus/alerts.yaml'), 'utf8');
const rules = (parse(rulesText) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const board = JSON.parse(readFileSync(inRepository('deploy/grafana/galley.json'), 'utf8')) as Board;
const expressions: [name: string, expression: string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...board.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }): [string, string] => [title, expr.replace('$__rate_interval', '5m')]),
  ),
];

/** What Prometheus adds to what it reads: its own metric, and the labels of the target. */
const ofPrometheus = { metrics: ['up'], labels: ['job', 'instance', 'le'] };

const service = await startService({
  WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
  WEBHOOK_RETRY_SECONDS: '600,600,600,600,600',
  BACKUP_S3_BUCKET: 'galley-backups', // otherwise nothing about backups is counted
});
let scraped: Scraped;

/** Whatever the rules tell apart happens once: successes, refusals, failures. */
async function makeTraffic(project: TestProject): Promise<void> {
  const receiver = await startReceiver();
  const details = { now: service.app.clock.now(), actor: tester, box: service.app.box };
  await createEndpoint(service.app.system.project(project.id), { url: receiver.url }, details);
  await changeUsageLimits(writerOf(service.app.system.project(project.id), details), { storage_bytes: 1 });
  await defineType(project, 'page', { title: 'string' });
  const got = (count: number) => vi.waitUntil(() => receiver.received.length >= count, { timeout: 20_000 });
  await got(1);
  receiver.answer = 500;
  await publishEntry(project, 'page', { title: 'A' });
  await got(2);
  await project.secret.get('/v1/content/page');
  await project.secret.get('/v1/changes');
  const file = { file_name: 'a.png', content_type: 'image/png', size_bytes: 5 };
  const upload = await project.secret.post('/v1/media/uploads', file);
  await project.secret.post(`/v1/media/uploads/${upload.body.id}/confirm`); // the storage does not answer
  await databaseOf(service.app.system)
    .command({ noSuchCommand: 1 })
    .catch(() => undefined);
}

beforeAll(async () => {
  await service.app.start();
  await makeTraffic(await service.newProject());
  const failures = ({ series }: Scraped) => series.filter(({ labels }) => labels['outcome'] === 'failure');
  await vi.waitUntil(async () => failures(await read()).length > 1, { timeout: 20_000 });
  scraped = await read();
}, 60_000);

async function read(): Promise<Scraped> {
  return readScrape(await (await fetch(`${service.url}/metrics`)).text());
}

/** The parts of a matcher's value, each of which must be met by something that is counted. */
function alternatives({ operator, value }: Matcher): string[] {
  return operator.endsWith('~') ? value.split('|') : [value];
}

function expectCounted(metric: string, matchers: readonly Matcher[]): void {
  if (ofPrometheus.metrics.includes(metric)) return;
  expect([...scraped.names]).toContain(metric);
  const own = scraped.series.filter((one) => one.metric === metric);
  for (const matcher of matchers) {
    if (ofPrometheus.labels.includes(matcher.label)) continue;
    const values = own.map(({ labels }) => labels[matcher.label] ?? '(no such label)');
    for (const wanted of alternatives(matcher)) {
      const pattern = new RegExp(
        `^(?:${matcher.operator.endsWith('~') ? wanted : wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})$`,
      );
      expect(values, `${metric}{${matcher.label}}`).toContainEqual(expect.stringMatching(pattern));
    }
  }
}

/** `exported_job` is our label `job`, which Prometheus keeps for itself. */
function labelsOf(metrics: readonly string[]): string[] {
  const found = scraped.series.filter(({ metric }) => metrics.includes(metric));
  return found.flatMap(({ labels }) => Object.keys(labels));
}

describe.each(expressions)('%s', (_, expression) => {
  it(`asks for what the service counts: ${expression}`, () => {
    const { selectors, grouping } = readPromQl(expression);

    expect(selectors.length).toBeGreaterThan(0);
    for (const { metric, matchers } of selectors) expectCounted(metric, matchers);
    const known = [...ofPrometheus.labels, ...labelsOf(selectors.map(({ metric }) => metric))];
    for (const label of grouping) {
      if (label === 'exported_job') expect(selectors[0]?.metric).toBe('galley_job_failures_total');
      else expect(known).toContain(label);
    }
  });
});

describe('deploy/prometheus/alerts.yaml', () => {
  it('tells of each alarm what it means and how grave it is, by a name of its own', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, labels, annotations } of rules) {
      expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(critical|warning|info)$/)]);
      expect([alert, annotations.summary, annotations.description].every((text) => text.length > 5)).toBe(
        true,
      );
    }
  });

  it('is no readable PromQL when something is forgotten', () => {
    expect(() => readPromQl('sum(rate(galley_ready[5m])')).toThrow('no PromQL');
  });
});

describe('deploy/grafana/galley.json', () => {
  it('takes its data from the Prometheus that is chosen, and names each place once', () => {
    const names = board.templating.list.map(({ name }) => name);

    expect(names).toEqual(['datasource', 'instance']);
    for (const panel of board.panels)
      expect([panel.title, panel.datasource.uid]).toEqual([panel.title, '${datasource}']);
  });
});

describe('GET /metrics', () => {
  it('tells what /readyz tells, which refusals there were, the heap’s limit, and what is overdue', () => {
    const of = (metric: string) =>
      scraped.series.filter((one) => one.metric === metric).map(({ labels }) => labels);

    expect(of('galley_ready')).toHaveLength(1);
    expect(of('galley_unwell').map(({ part }) => part)).toEqual(
      expect.arrayContaining(['database', 'storage', 'watcher', 'change_stream', 'deliveries', 'jobs']),
    );
    expect(of('galley_refusals_total')).toContainEqual({ code: 'limit_reached' });
    expect(of('galley_heap_bytes')).toContainEqual({ of: 'limit' });
    expect(of('galley_overdue_dates_seconds')).toHaveLength(1);
  });
});
