import { enableTracing } from './spans.ts';

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
  enableTracing();
  return stop;
}

/** The exporter that the environment asks for; null without tracing. */
function exporterIn(env: Env): (typeof exporterNames)[number] | null {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return null;
  const endpoint = valueOf(env, ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT']);
  const name = valueOf(env, ['OTEL_TRACES_EXPORTER']) ?? (endpoint === null ? 'none' : 'otlp');
  if (name === 'none') return null;
  const exporterName = exporterNames.find((each) => each === name);
  if (exporterName === undefined)
    throw new Error(`The variable OTEL_TRACES_EXPORTER is "${name}". Use otlp, console or none.`);
  if (exporterName === 'otlp') checkProtocol(env);
  return exporterName;
}

/** @throws Error for another protocol than Galley's */
function checkProtocol(env: Env): void {
  const names = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'];
  const value = valueOf(env, names) ?? protocol;
  if (value === protocol) return;
  throw new Error(
    `The variable OTEL_EXPORTER_OTLP_PROTOCOL is "${value}". Galley sends ${protocol}: set this value, and an endpoint for HTTP, which usually has port 4318.`,
  );
}

/** The value of the first variable that is set; empty ones count as unset. */
function valueOf(env: Env, names: readonly string[]): string | null {
  return names.map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== '') ?? null;
}
