// The SDK, which `start.ts` loads only when it is used. The packages are CommonJS: in the bundle of the service, only a
// static import finds their names.
import { diag, DiagConsoleLogger, DiagLogLevel } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, ConsoleSpanExporter, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { serviceVersion } from '../util/service-version.ts';

/**
 * Registers the SDK, which logs nothing without a `logLevel` (`OTEL_LOG_LEVEL`), such as "error".
 * @returns what sends the last spans and stops
 */
export function registerSdk(exporterName: 'otlp' | 'console', logLevel: string): () => Promise<void> {
  const level = DiagLogLevel[logLevel.toUpperCase() as keyof typeof DiagLogLevel] as DiagLogLevel | undefined;
  if (level !== undefined) diag.setLogger(new DiagConsoleLogger(), level);
  const exporter = exporterName === 'console' ? new ConsoleSpanExporter() : new OTLPTraceExporter();
  const spanProcessors = [new BatchSpanProcessor(exporter)];
  const provider = new NodeTracerProvider({ resource: findResource(), spanProcessors });
  provider.register();
  return () => provider.shutdown().catch((error: unknown) => diag.error(String(error)));
}

/** The name and version of the service, and what `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` say. */
function findResource(): Resource {
  const own = resourceFromAttributes({ 'service.name': 'galley', 'service.version': serviceVersion });
  return own.merge(detectResources({ detectors: [envDetector] }));
}
