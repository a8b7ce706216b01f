// Prints the closing line of a CI run, "N passed, N failed", out of vitest's JSON report. What failed outside of a test
// counts too, so that a run that failed never says "0 failed".
// Usage: node tools/closing-line.mjs REPORT FAILED_STEPS TESTS_EXIT_CODE
import { readFileSync } from 'node:fs';

const [file, failedSteps, exitCode] = process.argv.slice(2);
const { numPassedTests, numFailedTests, testResults } = readReport();
const brokenFiles = testResults.filter(
  ({ status, assertionResults }) =>
    status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
);
for (const name of retried()) console.log(`needed a second try: ${name}`);
const counted = numFailedTests + brokenFiles.length;
const failedTests = counted === 0 && exitCode !== '0' ? 1 : counted;
console.log(`${numPassedTests} passed, ${failedTests + Number(failedSteps)} failed`);

/** What passed only when it was tried again: named, so that nobody takes it for sound. */
function retried() {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((test) => test.status === 'passed' && test.failureMessages?.length > 0)
    .map((test) => test.fullName);
}

/** The report is empty when the tests never ran. */
function readReport() {
  const text = readFileSync(file, 'utf8');
  return text === '' ? { numPassedTests: 0, numFailedTests: 0, testResults: [] } : JSON.parse(text);
}
