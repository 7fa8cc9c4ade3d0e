import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.mjs';
import { projectFiles, readProjectFile } from './sources.mjs';

const page = readProjectFile('docs/reliability.md');
const rows = page.split('\n').filter((line) => /^\| \d/.test(line));
const findTests = (row) =>
  [...row.matchAll(/`([^`]+\.(?:test\.tsx?|test\.mjs|bench\.ts)|bench\/soak\/run-soak\.ts)`/g)].map(
    ([, path]) => path,
  );

test('every fault from 1 to 19 has a row, and every row a test or a figure that exists', () => {
  expect(rows.map((row) => Number(row.split('|')[1]))).toEqual(
    expect.arrayContaining(Array.from({ length: 19 }, (_, n) => n + 1)),
  );
  for (const row of rows) {
    expect(findTests(row), row).not.toEqual([]);
    expect(findTests(row).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  }
});

test('every scenario of a fault is on the page', () => {
  const scenarios = projectFiles().filter(
    (path) => /\/faults\/[^/]+\.test\.ts$/.test(path) && path.includes('sync-worker'),
  );
  const named = new Set(rows.flatMap(findTests));
  expect(scenarios.length).toBeGreaterThan(0);
  expect(scenarios.filter((path) => !named.has(path))).toEqual([]);
});

test('every link of the page leads somewhere', () => {
  const links = [...page.matchAll(/\]\(([^)#]+)\)/g)].map(([, path]) => join(root, 'docs', path));
  expect(links.filter((path) => !existsSync(path))).toEqual([]);
});
