import { serviceVersion } from '../util/service-version.ts';
import { setTracing } from './spans.ts';

type Env = Readonly<Record<string, string | undefined>>;

const protocol = 'http/protobuf';
const exporterNames = ['otlp', 'console'] as const;

/**
 * Starts to send traces if the standard variables of OpenTelemetry (`OTEL_*`) ask for it. The SDK reads most of them
 * itself, and is loaded only then.
 * @returns what sends the last spans and stops
 * @throws Error that names a variable with an unsupported value
 */
export async function startTracing(env: Env): Promise<() => Promise<void>> {
  const exporterName = exporterIn(env);
  if (exporterName === null) return () => Promise.resolve();
  const { BatchSpanProcessor, ConsoleSpanExporter, NodeTracerProvider } =
    await import('@opentelemetry/sdk-trace-node');
  const exporter =
    exporterName === 'console'
      ? new ConsoleSpanExporter()
      : new (await import('@opentelemetry/exporter-trace-otlp-proto')).OTLPTraceExporter();
  const provider = new NodeTracerProvider({
    resource: await findResource(),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  setTracing(true);
  return () => provider.shutdown().catch(() => undefined); // the collector may be gone
}

/** The name and version of the service, and what `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` say. */
async function findResource() {
  const { detectResources, envDetector, resourceFromAttributes } = await import('@opentelemetry/resources');
  const own = resourceFromAttributes({ 'service.name': 'galley', 'service.version': serviceVersion });
  return own.merge(detectResources({ detectors: [envDetector] }));
}

/** The exporter that the environment asks for; null without tracing. */
function exporterIn(env: Env): (typeof exporterNames)[number] | null {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return null;
  const hasEndpoint = valueOf(env, ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT']);
  const asked = valueOf(env, ['OTEL_TRACES_EXPORTER']);
  const name = asked ?? (hasEndpoint === null ? 'none' : 'otlp');
  if (name === 'none') return null;
  const known = exporterNames.find((each) => each === name);
  if (known === undefined)
    throw new Error(`The variable OTEL_TRACES_EXPORTER is "${name}". Use otlp, console or none.`);
  const askedProtocol = valueOf(env, ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']);
  if (known === 'otlp' && askedProtocol !== null && askedProtocol !== protocol)
    throw new Error(
      `The variable OTEL_EXPORTER_OTLP_PROTOCOL is "${askedProtocol}". Galley sends ${protocol}: set this value, and an endpoint for HTTP, which usually has port 4318.`,
    );
  return known;
}

function valueOf(env: Env, names: readonly string[]): string | null {
  return names.map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== '') ?? null;
}
