/** The places of a longest part of the numbers that rises, in order. The numbers differ from each other. */
export function longestRising(numbers: readonly number[]): number[] {
  /** By length: the place of the smallest number with which a rising part of that length ends. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [at, number] of numbers.entries()) {
    const found = ends.findIndex((end) => (numbers[end] ?? 0) >= number);
    const length = found === -1 ? ends.length : found;
    before.push(ends[length - 1]);
    ends[length] = at;
  }
  const places: number[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) places.unshift(at);
  return places;
}
