import { cleanup } from './cleanup.ts';

/** A stream of server-sent events as a client with one key reads it. */
export interface EventSource {
  headers: Headers;
  messages: { id: string; event: string; data: any }[];
  /** Whether the server has ended the stream. */
  ended: boolean;
  close(): void;
}

export async function openEventSource(
  url: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<EventSource> {
  const abort = new AbortController();
  const response = await fetch(url, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream', ...headers },
    signal: abort.signal,
  });
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`);
  const source: EventSource = {
    headers: response.headers,
    messages: [],
    ended: false,
    close: () => abort.abort(),
  };
  cleanup(() => source.close());
  void read(source, response.body).catch(() => (source.ended = true));
  return source;
}

async function read(source: EventSource, body: ReadableStream<Uint8Array>): Promise<void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of body) {
    text += decoder.decode(part, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = new Map(
        block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]),
      );
      const data = lines.get('data');
      if (data === undefined) continue;
      source.messages.push({
        id: lines.get('id') ?? '',
        event: lines.get('event') ?? '',
        data: JSON.parse(data),
      });
    }
  }
  source.ended = true;
}
