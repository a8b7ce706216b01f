import { createHash, randomBytes } from 'node:crypto';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Send } from './api.ts';
import { serverFactory } from './protocol/server.ts';

export { fetchSender } from './fetch-sender.ts';

/**
 * Serves the tools over standard input and output until the input ends. Confirmations are signed with a secret of this
 * process.
 */
export async function serveStdioTools({
  send,
  url,
  key,
}: {
  send: Send;
  url: string;
  key: string;
}): Promise<void> {
  const factory = serverFactory({
    send,
    key: {
      id: createHash('sha256').update(key).digest('hex'),
      purpose: key.startsWith('pk_') ? 'publishable' : 'secret',
      permissions: null,
    },
    baseUrl: url.replace(/\/+$/, ''),
    secret: randomBytes(32).toString('hex'),
    now: () => new Date(),
  });
  const inputEnd = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
  });
  const connection = serveStdio(factory);
  await inputEnd;
  await connection.close();
}
