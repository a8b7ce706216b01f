/** A request of which Next keeps nothing by itself: what is kept is kept whole, under its tags. */
export function unkept(init: RequestInit = {}): RequestInit {
  return Object.assign({ ...init }, { cache: 'no-store' as const }); // a key of the platform that Node's types lack
}
