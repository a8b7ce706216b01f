const number = new Intl.NumberFormat('en');

/** `3,200` */
export function formatted(count: number): string {
  return number.format(count);
}

/** `1 entry`, `3,200 entries`, `no entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? `no ${many}` : `${formatted(count)} ${count === 1 ? one : many}`;
}
