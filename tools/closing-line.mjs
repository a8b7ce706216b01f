// Prints the closing line of a CI run, "N passed, N failed": the sum over vitest's JSON reports. What failed outside of
// a test counts too, so that a run that failed never says "0 failed".
// Usage: node tools/closing-line.mjs FAILED_STEPS [REPORT TESTS_EXIT_CODE]...
import { readFileSync } from 'node:fs';

const [failedSteps, ...pairs] = process.argv.slice(2);
let passed = 0;
let failed = Number(failedSteps);
for (let i = 0; i < pairs.length; i += 2) {
  const { numPassedTests, numFailedTests, testResults } = readReport(pairs[i]);
  for (const name of retried(testResults)) console.log(`needed a second try: ${name}`);
  const counted = numFailedTests + testResults.filter(isBroken).length;
  passed += numPassedTests;
  failed += counted === 0 && pairs[i + 1] !== '0' ? 1 : counted;
}
console.log(`${passed} passed, ${failed} failed`);

/** A file that failed although none of its tests did. */
function isBroken({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}

/** What passed only when it was tried again: named, so that nobody takes it for sound. */
function retried(testResults) {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((test) => test.status === 'passed' && test.failureMessages?.length > 0)
    .map((test) => test.fullName);
}

/** The report is empty when the tests never ran. */
function readReport(file) {
  const text = readFileSync(file, 'utf8');
  return text === '' ? { numPassedTests: 0, numFailedTests: 0, testResults: [] } : JSON.parse(text);
}
