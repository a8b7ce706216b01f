import { readFileSync } from 'node:fs';

/** Returns the files of a vitest JSON report; none for an empty report, because its tests never ran. */
export function readResults(report) {
  const text = readFileSync(report, 'utf8');
  return text === '' ? [] : JSON.parse(text).testResults;
}

/** Whether a file failed although all of its tests passed. */
export function isBroken({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}
