/** One message of a stream of server-sent events (HTML standard, "Server-sent events"). */
export interface StreamedEvent {
  id: string | null;
  event: string;
  data: string;
  retryMs: number | null;
}

/**
 * Reads the messages of an event stream. An incomplete message at the end is dropped. Checks the signal itself, because
 * a read of Node's fetch never ends if it is aborted while the body ends. @throws the reason of the signal
 */
export async function* readEvents(response: Response, signal?: AbortSignal): AsyncGenerator<StreamedEvent> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal?.reason as Error);
  });
  aborted.catch(() => undefined);
  signal?.addEventListener('abort', stop);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { value, done } = (await Promise.race([reader?.read(), aborted])) ?? {
        done: true,
        value: undefined,
      };
      if (done) return;
      // A CR at the end can be the first half of CRLF.
      text = (text + decoder.decode(value, { stream: true })).replace(/\r\n|\r(?!$)/g, '\n');
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      yield* blocks.map(eventIn);
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    void reader?.cancel().catch(() => undefined);
  }
}

function eventIn(block: string): StreamedEvent {
  const message: StreamedEvent = { id: null, event: 'message', data: '', retryMs: null };
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([^:]*)(?::[ ]?(.*))?$/.exec(line) ?? [];
    if (name === 'id') message.id = value;
    else if (name === 'event') message.event = value;
    else if (name === 'data') data.push(value);
    else if (name === 'retry' && /^[0-9]+$/.test(value)) message.retryMs = Number(value);
  }
  return { ...message, data: data.join('\n') };
}
