import { readFileSync } from 'node:fs';

/** Files that could not even be loaded fail without a test that failed. */
const vitest = ({ numPassedTests, numFailedTests, testResults }) => ({
  passed: numPassedTests,
  failed:
    numFailedTests +
    testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    ).length,
});

const playwright = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
});

const formats = { vitest, playwright };

function readCounts(format, file) {
  try {
    return formats[format](JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

/**
 * What a runner counted in its report. A runner that did not end well, or that ran nothing at all, is a failure
 * whatever its report says, or if there is none.
 */
export function countReport({ format, file, ok }) {
  const { passed, failed } = readCounts(format, file);
  return { passed, failed: ok && passed > 0 ? failed : Math.max(failed, 1) };
}
