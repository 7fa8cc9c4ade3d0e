import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../root.mjs';

/** Returns all specs of a file, including those of nested groups. */
function findSpecs({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap((suite) => findSpecs(suite))];
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
  failures: ({ testResults }) =>
    testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, message, assertionResults }) => {
        const path = relative(root, name);
        const failed = assertionResults.filter((test) => test.status === 'failed');
        if (failed.length === 0) return [{ path, title: 'could not be loaded', message }];
        return failed.map(({ fullName, failureMessages: [first] }) => ({
          path,
          title: fullName,
          message: first,
        }));
      }),
};

const playwright = {
  counts: ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
  }),
  files: ({ config, suites }) =>
    suites.map((suite) => ({
      path: relative(root, join(config.rootDir, suite.file)),
      seconds: findSpecs(suite)
        .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
        .reduce((sum, { duration }) => sum + duration / 1000, 0),
    })),
  failures: ({ config, suites, errors }) => [
    ...suites.flatMap((suite) =>
      findSpecs(suite)
        .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
        .map(({ title, tests }) => ({
          path: relative(root, join(config.rootDir, suite.file)),
          title,
          message: tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message,
        })),
    ),
    ...errors.map(({ message }) => ({ path: 'e2e', title: 'outside every test', message })),
  ],
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

/** Returns the failed tests of a runner's report, and the files that could not be loaded, each with its first error. */
export function readFailures({ format, file }) {
  return read('failures', { format, file, otherwise: [] });
}
