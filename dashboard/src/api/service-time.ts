/** How far the service's clock is ahead of the browser's, according to the last response. */
let aheadMs = 0;

/** Reads the service's time from the `Date` header. */
export function recordServiceTime(response: Response): void {
  const at = Date.parse(response.headers.get('Date') ?? '');
  if (!Number.isNaN(at)) aheadMs = at - new Date().getTime();
}

/** The service's current time, never ahead of it, so that content published at this time is live immediately. */
export function serviceNow(): string {
  return new Date(new Date().getTime() + Math.min(0, aheadMs)).toISOString();
}
