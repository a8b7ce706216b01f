import { readFileSync } from 'node:fs';

/** The files of a JSON report of vitest; none when the report is empty, since the tests never ran. */
export function readResults(report) {
  const text = readFileSync(report, 'utf8');
  return text === '' ? [] : JSON.parse(text).testResults;
}

/** A file that failed although none of its tests did. */
export function isBroken({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}
