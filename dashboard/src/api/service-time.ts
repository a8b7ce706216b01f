/** How far the service's clock is ahead of this machine's, in milliseconds, by its last answer. */
let aheadMs = 0;

/** Learns the service's time from the `Date` of an answer. */
export function learnServiceTime(response: Response): void {
  const at = Date.parse(response.headers.get('Date') ?? '');
  if (!Number.isNaN(at)) aheadMs = at - new Date().getTime();
}

/** The service's time now, never ahead of it: what is published at it is live at once, however wrong this clock is. */
export function serviceNow(): string {
  return new Date(new Date().getTime() + Math.min(0, aheadMs)).toISOString();
}
