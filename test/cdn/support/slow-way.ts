import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { cleanup } from '../../support/cleanup.ts';
import { listenWith } from '../../support/stand-in-server.ts';

/** A way from a cache to the service on which answers may take long, look old, or never come. */
export interface SlowWay {
  url: string;
  /** How long the next answers take after the service has made them, in milliseconds. */
  delayMs: () => number;
  /** How old the next answers say that they are, in whole seconds. */
  ageSeconds: number;
  /** Answers that went through. */
  answers: number;
  /** From then on nothing answers, as when the service is gone. */
  cut: () => Promise<void>;
}

/** Puts a stand-in between a cache and the service. It changes no answer. */
export async function startSlowWay(serviceUrl: string): Promise<SlowWay> {
  const { hostname, port } = new URL(serviceUrl);
  const server = await listenWith((asked, answer) => {
    const { method, url: path, headers } = asked;
    const asking = request({ hostname, port, method, path, headers }, (answered) => {
      const parts: Buffer[] = [];
      answered.on('data', (part: Buffer) => parts.push(part));
      answered.on('end', () => {
        setTimeout(() => {
          way.answers += 1;
          answer.writeHead(answered.statusCode ?? 502, aged(answered, way.ageSeconds));
          answer.end(Buffer.concat(parts));
        }, way.delayMs());
      });
    });
    asking.on('error', () => answer.destroy());
    asked.pipe(asking);
  });
  let isCut = false;
  const cut = async () => {
    if (!isCut) await server.stop();
    isCut = true;
  };
  cleanup(cut);
  const way: SlowWay = { url: server.origin, delayMs: () => 0, ageSeconds: 0, answers: 0, cut };
  return way;
}

function aged({ rawHeaders }: IncomingMessage, seconds: number): string[] {
  return seconds === 0 ? rawHeaders : [...rawHeaders, 'Age', String(seconds)];
}
