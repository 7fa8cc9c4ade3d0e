import { expect, test } from 'vitest';
import { slowestFiles } from './slowest-files.mjs';

test('the ten files that took longest are listed, the slowest first', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ path: `${index}.test.ts`, seconds: index * 10 }));
  const lines = slowestFiles(files).split('\n');
  expect(lines).toHaveLength(11);
  expect(lines.slice(0, 2)).toEqual(['Slowest test files', '  110.0 s  11.test.ts']);
  expect(lines.at(-1)).toBe('   20.0 s  2.test.ts');
});

test('nothing is listed when no file was run', () => {
  expect(slowestFiles([])).toBe('');
});
