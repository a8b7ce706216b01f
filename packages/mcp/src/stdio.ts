import { createHash, randomBytes } from 'node:crypto';
import { asking } from './api.ts';
import { Confirmations } from './confirmation.ts';
import { sendTo } from './over-http.ts';

/**
 * Speaks the protocol over standard input and output, until the input ends, with the tools of a service elsewhere. The
 * secret of confirmations is this process's own.
 */
export async function serveStdioTools({ url, key }: { url: string; key: string }): Promise<void> {
  const [{ createProtocol }, { serveStdio }] = await Promise.all([
    import('./protocol/protocol.ts'),
    import('@modelcontextprotocol/server/stdio'),
  ]);
  const now = () => new Date();
  const speak = createProtocol({ baseUrl: url.replace(/\/+$/, ''), now });
  const speaker = {
    ask: asking(sendTo({ url, key })),
    keyId: createHash('sha256').update(key).digest('hex'),
    grant: null,
    purpose: key.startsWith('pk_') ? ('publishable' as const) : ('secret' as const),
    confirmations: new Confirmations(randomBytes(32).toString('hex'), now),
  };
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
  });
  const connection = serveStdio(() => speak(speaker));
  await ended;
  await connection.close();
}
