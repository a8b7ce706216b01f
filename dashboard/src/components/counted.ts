const number = new Intl.NumberFormat('en');

/** `1 entry`, `3,200 entries`, `no entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? `no ${many}` : `${number.format(count)} ${count === 1 ? one : many}`;
}
