import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.mjs';
import { temporaryFolder } from '../testing/programs.mjs';
import { countReport, readFailures, readFileSeconds } from './reports.mjs';

function write(report) {
  const file = join(temporaryFolder(), 'report.json');
  if (report !== undefined) writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
  return file;
}

const count = ({ format = 'vitest', report, ok = true }) => countReport({ format, file: write(report), ok });

const vitest = (report) => ({ numPassedTests: 0, numFailedTests: 0, testResults: [], ...report });

test('tests are counted as the runner counted them', () => {
  expect(count({ report: vitest({ numPassedTests: 7 }) })).toEqual({ passed: 7, failed: 0 });
  const report = { stats: { expected: 5, unexpected: 1, flaky: 1 }, errors: [] };
  expect(count({ format: 'playwright', report, ok: false })).toEqual({ passed: 5, failed: 2 });
});

test('a test file that could not be loaded is a failure', () => {
  const report = vitest({
    numPassedTests: 7,
    numFailedTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  });
  expect(count({ report, ok: false })).toEqual({ passed: 7, failed: 2 });
});

test('a runner that crashed is a failure, whatever its report says', () => {
  expect(count({ report: vitest({ numPassedTests: 7 }), ok: false })).toEqual({ passed: 7, failed: 1 });
  expect(count({ report: '{"numPassed', ok: false })).toEqual({ passed: 0, failed: 1 });
  expect(count({ ok: false })).toEqual({ passed: 0, failed: 1 });
});

test('a runner that ran nothing has not passed', () => {
  expect(count({ report: vitest({}) })).toEqual({ passed: 0, failed: 1 });
  expect(count({})).toEqual({ passed: 0, failed: 1 });
});

test('every file of a report has the seconds that it took', () => {
  const name = join(root, 'apps/api/src/main.test.ts');
  const units = vitest({ testResults: [{ name, startTime: 1000, endTime: 3500, assertionResults: [] }] });
  expect(readFileSeconds({ format: 'vitest', file: write(units) })).toEqual([
    { path: 'apps/api/src/main.test.ts', seconds: 2.5 },
  ]);

  const spec = (duration) => ({ tests: [{ results: [{ duration }] }] });
  const journeys = {
    config: { rootDir: join(root, 'e2e/journeys') },
    suites: [{ file: 'sign-in.spec.ts', specs: [spec(1000)], suites: [{ specs: [spec(500), spec(250)] }] }],
  };
  expect(readFileSeconds({ format: 'playwright', file: write(journeys) })).toEqual([
    { path: 'e2e/journeys/sign-in.spec.ts', seconds: 1.75 },
  ]);
  expect(readFileSeconds({ format: 'vitest', file: write('{') })).toEqual([]);
});

test('every failed test of a report has its file, its title and its first error', () => {
  const name = join(root, 'apps/api/src/main.test.ts');
  const passed = { status: 'passed', fullName: 'it starts', failureMessages: [] };
  const failed = {
    status: 'failed',
    fullName: 'the API ends',
    failureMessages: ['Error: it hangs', 'later'],
  };
  const units = vitest({
    testResults: [
      { name, status: 'failed', message: '', assertionResults: [passed, failed] },
      { name, status: 'failed', message: 'SyntaxError', assertionResults: [] },
      { name, status: 'passed', message: '', assertionResults: [passed] },
    ],
  });
  const path = 'apps/api/src/main.test.ts';
  expect(readFailures({ format: 'vitest', file: write(units) })).toEqual([
    { path, title: 'the API ends', message: 'Error: it hangs' },
    { path, title: 'could not be loaded', message: 'SyntaxError' },
  ]);

  const spec = ({ title, status, error }) => ({ title, tests: [{ status, results: [{ error }] }] });
  const late = spec({ title: 'a login ends', status: 'unexpected', error: { message: 'Timeout' } });
  const journeys = {
    config: { rootDir: join(root, 'e2e/journeys') },
    suites: [
      {
        file: 'sign-in.spec.ts',
        specs: [spec({ title: 'a login', status: 'expected' })],
        suites: [{ specs: [late] }],
      },
    ],
    errors: [{ message: 'the product did not start' }],
  };
  expect(readFailures({ format: 'playwright', file: write(journeys) })).toEqual([
    { path: 'e2e/journeys/sign-in.spec.ts', title: 'a login ends', message: 'Timeout' },
    { path: 'e2e', title: 'outside every test', message: 'the product did not start' },
  ]);
  expect(readFailures({ format: 'vitest', file: write('{') })).toEqual([]);
});
