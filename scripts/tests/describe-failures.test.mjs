import { expect, test } from 'vitest';
import { describeFailures } from './describe-failures.mjs';

test('failed tests are listed with the beginning of their error, without lines of the runner', () => {
  const message = `\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n${'    at new Promise (<anonymous>)\n    at ours.mjs:1:2\n'.repeat(30)}`;
  const lines = describeFailures([
    { check: 'Units', failed: 0, failures: [] },
    { check: 'Integration', failed: 1, failures: [{ path: 'a.test.ts', title: 'a list is kept', message }] },
  ]).split('\n');
  expect(lines.slice(0, 4)).toEqual([
    'Failed',
    '  a.test.ts › a list is kept',
    '      AssertionError: expected 1 to be 2',
    '          at ours.mjs:1:2',
  ]);
  expect(lines).toHaveLength(22);
});

test('a check that failed without a failed test is named', () => {
  expect(describeFailures([{ check: 'Types and build', failed: 1 }])).toBe(
    'Failed\n  Types and build › its output above says why',
  );
});

test('a long list ends with the number of the others', () => {
  const failures = Array.from({ length: 23 }, (_, index) => ({
    path: `${index}.test.ts`,
    title: 'it holds',
  }));
  expect(
    describeFailures([{ check: 'Units', failed: 23, failures }])
      .split('\n')
      .at(-1),
  ).toBe('  and 3 more above');
});

test('nothing is listed when all passed', () => {
  expect(describeFailures([{ check: 'Units', failed: 0, failures: [] }])).toBe('');
});
