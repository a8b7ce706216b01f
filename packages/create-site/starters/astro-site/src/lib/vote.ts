/* Runs in browsers. It calls the API with `fetch`, because the client would make the script larger. */

const form = document.querySelector<HTMLFormElement>('form.vote');

const english = [
  'Thank you.',
  'You seem to be offline. Please try again when you are back.',
  'That was a lot of votes. Please try again in a minute.',
  'Your vote could not be kept. Please try again later.',
  'Your vote did not arrive. Please try again.',
];

/** Identifies the browser, so that a second vote replaces its first one. */
function visitorId(): string {
  const newId = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('');
  try {
    const id = localStorage.getItem('visitor_id') ?? newId;
    localStorage.setItem('visitor_id', id);
    return id;
  } catch {
    return newId; // local storage is disabled
  }
}

async function vote({ service = '', key = '', slug = '', locale, words }: DOMStringMap, helpful: boolean) {
  const [thanks, offline, tooMany, notStored, notSent] = words ? (JSON.parse(words) as string[]) : english;
  if (!navigator.onLine) return offline;
  const query = locale ? `?locale=${locale}` : '';
  try {
    const response = await fetch(`${service}/v1/kb/articles/${encodeURIComponent(slug)}/vote${query}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ helpful, visitor_id: visitorId() }),
    });
    if (response.ok) return thanks;
    if (response.status === 429) return tooMany;
    return notStored;
  } catch {
    return notSent;
  }
}

if (form) {
  form.hidden = false;
  const status = form.querySelector('[role=status]');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const isYes = (event.submitter as HTMLButtonElement | null)?.value === 'yes';
    void vote(form.dataset, isYes).then((message) => status && (status.textContent = message ?? ''));
  });
}
