import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../root.mjs';

/** Every test of a file, however deep its groups are nested. */
function testsOf({ specs = [], suites = [] }) {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap((suite) => testsOf(suite))];
}

const vitest = {
  /** Files that could not even be loaded fail without a test that failed. */
  counts: ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed:
      numFailedTests +
      testResults.filter(
        ({ status, assertionResults }) =>
          status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
      ).length,
  }),
  files: ({ testResults }) =>
    testResults.map(({ name, startTime, endTime }) => ({
      path: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
};

const playwright = {
  counts: ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
  }),
  files: ({ config, suites }) =>
    suites.map((suite) => ({
      path: relative(root, join(config.rootDir, suite.file)),
      seconds: testsOf(suite)
        .flatMap(({ results }) => results)
        .reduce((sum, { duration }) => sum + duration / 1000, 0),
    })),
};

const formats = { vitest, playwright };

function read(part, { format, file, otherwise }) {
  try {
    return formats[format][part](JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return otherwise;
  }
}

/**
 * What a runner counted in its report. A runner that did not end well, or that ran nothing at all, is a failure
 * whatever its report says, or if there is none.
 */
export function countReport({ format, file, ok }) {
  const { passed, failed } = read('counts', { format, file, otherwise: { passed: 0, failed: 0 } });
  return { passed, failed: ok && passed > 0 ? failed : Math.max(failed, 1) };
}

/** How many seconds each file took that is in a runner's report. */
export function readFileSeconds({ format, file }) {
  return read('files', { format, file, otherwise: [] });
}
