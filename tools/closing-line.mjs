// Prints the last line of a CI run, "N passed, N failed", from vitest's JSON reports. For a file that ran twice, the
// second run counts and its first failures are listed, because they can be a race.
// Usage: node tools/closing-line.mjs FAILED_STEPS [FIRST_REPORT SECOND_REPORT EXIT_CODE]...
import { isBroken, readResults } from './test-report.mjs';

const [failedSteps, ...suites] = process.argv.slice(2);
let passed = 0;
let failed = Number(failedSteps);
for (let i = 0; i < suites.length; i += 3) {
  const [first, second, exitCode] = suites.slice(i, i + 3);
  const again = readResults(second);
  const isAgain = ({ name }) => again.some((file) => file.name === name);
  const before = readResults(first);
  for (const { name, assertionResults } of before.filter(isAgain)) {
    console.log(`finding: run a second time: ${name}`);
    for (const { fullName, failureMessages } of assertionResults.filter(({ status }) => status === 'failed'))
      console.log(`  ${fullName}: ${firstLine(failureMessages)}`);
  }

  const files = [...before.filter((file) => !isAgain(file)), ...again];
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  for (const { fullName } of tests.filter(isRetried))
    console.log(`finding: needed a second try: ${fullName}`);
  for (const { fullName } of tests.filter(({ status }) => status === 'failed'))
    console.log(`failed: ${fullName}`);
  for (const { name } of files.filter(isBroken)) console.log(`failed outside of its tests: ${name}`);
  const faults = tests.filter(({ status }) => status === 'failed').length + files.filter(isBroken).length;
  passed += tests.filter(({ status }) => status === 'passed').length;
  failed += faults === 0 && exitCode !== '0' ? 1 : faults;
}
console.log(`${passed} passed, ${failed} failed`);

function firstLine(messages) {
  return String(messages?.[0] ?? '').split('\n', 1)[0];
}

/** A test that passed only on a retry. It is listed because it is flaky. */
function isRetried({ status, failureMessages }) {
  return status === 'passed' && failureMessages?.length > 0;
}
