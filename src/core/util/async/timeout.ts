/** The result of the work, or `late` after `waitMs` milliseconds. The work itself continues. */
export async function withTimeout<T>(work: Promise<T>, waitMs: number, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late), waitMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
