import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../support/client.ts';
import { defineType } from '../../../support/content.ts';
import { runServer } from '../../../support/program.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { type ServiceProcess, startProcess } from '../../../support/second-process.ts';
import { startOwnService, testVariables, type TestProject } from '../../../support/service.ts';
import { startTraceCollector } from '../../../support/trace-collector.ts';
import { newEndpoint, quickDeliveries } from '../../../support/webhooks/endpoints.ts';

const service = await startOwnService(quickDeliveries);
const { app } = service;
const settings = { ...quickDeliveries, MONGODB_DB: app.config.MONGODB_DB };

async function endOf({ program }: ServiceProcess): Promise<void> {
  program.process.kill('SIGTERM');
  await program.ended();
}

/** Creates a published entry in a process with these variables, as the request `traceparent` names. */
async function createIn(
  { url }: ServiceProcess,
  { secret }: TestProject,
  headers: Record<string, string> = {},
) {
  const client = new ApiClient(url, secret.token);
  return client.post('/v1/content/note/entries', { values: { title: 'A' }, publish: true }, headers);
}

describe('a process with an endpoint of OpenTelemetry', { timeout: 120_000 }, () => {
  it('sends spans of requests, commands, webhooks and jobs, and passes the trace on', async () => {
    const { url, spans } = await startTraceCollector();
    const receiver = await startReceiver();
    const project = await service.newProject();
    await defineType(project, 'note', { title: 'string' });
    await newEndpoint(app, project, { receiver, events: ['content.entry.published'] });
    const second = await startProcess({ ...settings, ROLE: 'all', OTEL_EXPORTER_OTLP_ENDPOINT: url });
    const [traceId, callerId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
    let requestId: string | null;
    try {
      const created = await createIn(second, project, { traceparent: `00-${traceId}-${callerId}-01` });
      expect(created.status).toBe(201);
      requestId = created.headers.get('X-Request-Id');
      await receiver.got(1);
    } finally {
      await endOf(second); // sends the spans that wait
    }

    const request = spans.find((span) => span.traceId === traceId && span.parentId === callerId);
    expect(request).toMatchObject({
      name: 'POST /v1/content/:type/entries',
      attributes: { 'http.route': '/v1/content/:type/entries', 'galley.request_id': requestId },
    });
    const commands = spans.filter(({ parentId }) => parentId === request?.spanId).map(({ name }) => name);
    expect(commands).toEqual(expect.arrayContaining(['insert entries', 'commitTransaction']));
    const [delivery] = receiver.received;
    const sent = spans.find(({ name }) => name === 'webhook');
    expect(sent?.attributes).toMatchObject({
      'galley.delivery_id': delivery?.body.id,
      'galley.request_id': requestId,
    });
    expect(delivery?.headers['traceparent']).toBe(`00-${sent?.traceId}-${sent?.spanId}-01`);
    expect(spans.filter(({ name }) => name.startsWith('job ')).length).toBeGreaterThan(0);
    expect(JSON.stringify(spans)).not.toContain(project.secret.token);
  });

  it('serves while the collector rejects spans, and logs that if it is asked to', async () => {
    const { url } = await startTraceCollector(400);
    const project = await service.newProject();
    await defineType(project, 'note', { title: 'string' });
    const second = await startProcess({
      ...settings,
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_LOG_LEVEL: 'error',
    });
    try {
      expect((await createIn(second, project)).status).toBe(201);
    } finally {
      await endOf(second);
    }
    expect(second.program.process.exitCode).toBe(0);
    expect(second.program.err).toContain('OTLPExporterError');
  });
});

it('sends no header of a trace without one of these variables', async () => {
  const receiver = await startReceiver();
  const project = await service.newProject();
  await defineType(project, 'note', { title: 'string' });
  await newEndpoint(app, project, { receiver, events: ['content.entry.published'] });
  const second = await startProcess({ ...settings, ROLE: 'all' });
  try {
    expect((await createIn(second, project)).status).toBe(201);
    const [delivery] = await receiver.got(1);
    expect(delivery?.headers['traceparent']).toBeUndefined();
  } finally {
    await endOf(second);
  }
});

it.each([
  [{ OTEL_TRACES_EXPORTER: 'jaeger' }, /OTEL_TRACES_EXPORTER is "jaeger"\. Use otlp, console or none\./],
  [
    { OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    /OTEL_EXPORTER_OTLP_PROTOCOL is "grpc"\. Galley sends http\/protobuf/,
  ],
])('does not start with %o', async (variables, message) => {
  const program = runServer({
    env: { ...(testVariables(settings) as Record<string, string>), ...variables },
  });

  expect(await program.ended()).toBe(1);
  expect(program.err).toMatch(message);
});
