'use client';
import { useState } from 'react';
import type { VoteWords } from '../lib/vote';

interface Props {
  url: string;
  publishableKey: string;
  words: VoteWords;
}

/** Lets readers vote on an article. The browser sends the vote to Galley directly; a second vote replaces the first. */
export function Vote({ url, publishableKey, words }: Props) {
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  async function vote(helpful: boolean) {
    setBusy(true);
    setMessage(await send({ url, publishableKey, words }, helpful));
    setBusy(false);
  }
  return (
    <section className="vote" aria-label={words.helped}>
      <p>{words.helped}</p>
      <button type="button" disabled={isBusy} onClick={() => vote(true)}>
        {words.yes}
      </button>
      <button type="button" disabled={isBusy} onClick={() => vote(false)}>
        {words.no}
      </button>
      <p role="status">{message}</p>
    </section>
  );
}

/** Sends a vote. @returns the message to show to the reader */
async function send({ url, publishableKey, words }: Props, helpful: boolean): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${publishableKey}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': newId(),
      },
      body: JSON.stringify({ helpful, visitor_id: visitorId() }),
    });
    if (response.ok) return words.thanks;
    if (response.status === 429) return words.tooMany;
    return words.notStored;
  } catch {
    return words.offline;
  }
}

/** A random id of this browser without personal data, so that a second vote replaces the first. */
function visitorId(): string {
  try {
    const id = localStorage.getItem('galley_visitor') ?? newId();
    localStorage.setItem('galley_visitor', id);
    return id;
  } catch {
    return newId(); // local storage is disabled
  }
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
