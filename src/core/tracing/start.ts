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
  const { registerSdk } = await import('./sdk.ts');
  const stop = registerSdk(exporterName, env['OTEL_LOG_LEVEL'] ?? '');
  setTracing(true);
  return stop;
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
