/** One block of a stream of server-sent events (HTML, "Server-sent events"). */
export interface StreamedEvent {
  id: string | null;
  event: string;
  data: string;
  retryMs: number | null;
}

/** Reads the blocks of an event stream as they come; one that is cut off at the end is dropped. */
export async function* readEvents(response: Response): AsyncGenerator<StreamedEvent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return;
      // A lone CR at the end may be the first half of a line end.
      text = `${text}${value}`.replace(/\r\n|\r(?!$)/g, '\n');
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      yield* blocks.map(eventIn);
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

function eventIn(block: string): StreamedEvent {
  const found: StreamedEvent = { id: null, event: 'message', data: '', retryMs: null };
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([^:]*)(?::[ ]?(.*))?$/.exec(line) ?? [];
    if (name === 'id') found.id = value;
    else if (name === 'event') found.event = value;
    else if (name === 'data') data.push(value);
    else if (name === 'retry' && /^[0-9]+$/.test(value)) found.retryMs = Number(value);
  }
  return { ...found, data: data.join('\n') };
}
