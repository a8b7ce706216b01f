import { afterAll, beforeAll, onTestFinished, TestRunner } from 'vitest';

type Work = () => unknown;

/** Whether the file is still being read, so that `afterAll` belongs to the describe block under way. */
let isCollecting = false;
let atEndOfFile: Work[] = [];

/**
 * Runs `work` when what asked for it is over: after the test that is running, or else after the describe block or the
 * file. vitest never runs an `afterAll` that a test or a `beforeAll` registers, so helpers use this function alone.
 * The end of a test that runs beside others waits for the end of the file, since vitest cannot say which test asks.
 */
export function cleanup(work: Work): void {
  const test = TestRunner.getCurrentTest();
  if (test !== undefined && test.concurrent !== true) onTestFinished(async () => void (await work()));
  else if (isCollecting) afterAll(async () => void (await work()));
  else atEndOfFile.push(work);
}

/** Follows a test file from its first line to its end (setup.ts). */
export function followFile(): void {
  isCollecting = true;
  atEndOfFile = [];
  beforeAll(() => void (isCollecting = false));
  afterAll(async () => {
    const errors: unknown[] = [];
    for (const work of atEndOfFile.splice(0).reverse())
      await Promise.resolve()
        .then(work)
        .catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('\n'));
  });
}
