import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup } from './cleanup.ts';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  attributes: Record<string, string>;
}

/** A collector of OpenTelemetry on this machine, which receives spans as protobuf over HTTP. */
export async function startTraceCollector(status = 200): Promise<{ url: string; spans: CollectedSpan[] }> {
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      spans.push(...spansIn(Buffer.concat(parts)));
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans };
}

/** The field numbers are those of `opentelemetry/proto/trace/v1/trace.proto`. */
function spansIn(request: Buffer): CollectedSpan[] {
  const scopes = fieldsOf(request, 1).flatMap((resource) => fieldsOf(resource, 2));
  return scopes.flatMap((scope) => fieldsOf(scope, 2)).map(spanOf);
}

function spanOf(span: Buffer): CollectedSpan {
  const hex = (field: number) => fieldsOf(span, field)[0]?.toString('hex') ?? '';
  const attributes = fieldsOf(span, 9).map((pair) => {
    const value = fieldsOf(pair, 2)[0] ?? Buffer.of();
    return [textOf(pair, 1), textOf(value, 1)] as const;
  });
  return {
    traceId: hex(1),
    spanId: hex(2),
    parentId: hex(4),
    name: textOf(span, 5),
    attributes: Object.fromEntries(attributes),
  };
}

function textOf(message: Buffer, field: number): string {
  return fieldsOf(message, field)[0]?.toString('utf8') ?? '';
}

/** The contents of a field that has a length: a message, text or bytes. */
function fieldsOf(message: Buffer, field: number): Buffer[] {
  const contents: Buffer[] = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const form = tag % 8;
    if (form === 0) varint();
    else if (form === 1) at += 8;
    else if (form === 5) at += 4;
    else {
      const end = varint() + at;
      if (Math.floor(tag / 8) === field) contents.push(message.subarray(at, end));
      at = end;
    }
  }
  return contents;
}
