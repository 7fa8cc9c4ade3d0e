import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../root.mjs';

/** Returns all tests of a file, including those of nested groups. */
function findTests({ specs = [], suites = [] }) {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap((suite) => findTests(suite))];
}

const vitest = {
  /** A file that could not be loaded counts as a failure, although none of its tests failed. */
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
      seconds: findTests(suite)
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
 * Returns the counts of a runner's report. A runner that failed, ran no test or wrote no report counts as a failure.
 */
export function countReport({ format, file, ok }) {
  const { passed, failed } = read('counts', { format, file, otherwise: { passed: 0, failed: 0 } });
  return { passed, failed: ok && passed > 0 ? failed : Math.max(failed, 1) };
}

/** Returns how many seconds each file of a runner's report took. */
export function readFileSeconds({ format, file }) {
  return read('files', { format, file, otherwise: [] });
}
