'use client';
import { useState } from 'react';

interface Props {
  url: string;
  publishableKey: string;
}

/** Lets readers vote on an article. The browser sends the vote to Galley directly; a second vote replaces the first. */
export function Vote({ url, publishableKey }: Props) {
  const [said, say] = useState('');
  const [isBusy, setBusy] = useState(false);
  async function vote(helpful: boolean) {
    setBusy(true);
    say(await send(url, publishableKey, helpful));
    setBusy(false);
  }
  return (
    <section className="vote" aria-label="Did this help?">
      <p>Did this help?</p>
      <button type="button" disabled={isBusy} onClick={() => vote(true)}>
        Yes
      </button>
      <button type="button" disabled={isBusy} onClick={() => vote(false)}>
        No
      </button>
      <p role="status">{said}</p>
    </section>
  );
}

/** Sends a vote. @returns the message to show to the reader */
async function send(url: string, publishableKey: string, helpful: boolean): Promise<string> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${publishableKey}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': newId(),
      },
      body: JSON.stringify({ helpful, visitor_id: visitorId() }),
    });
    if (answer.ok) return 'Thank you.';
    if (answer.status === 429) return 'That was a lot of votes. Please try again in a minute.';
    return 'Your vote could not be kept. Please try again later.';
  } catch {
    return 'You seem to be offline. Please try again when you are back.';
  }
}

/** A random id of this browser without personal data, so that a second vote replaces the first. */
function visitorId(): string {
  try {
    const kept = localStorage.getItem('galley_visitor');
    if (kept !== null) return kept;
    const made = newId();
    localStorage.setItem('galley_visitor', made);
    return made;
  } catch {
    return newId(); // local storage is disabled
  }
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
