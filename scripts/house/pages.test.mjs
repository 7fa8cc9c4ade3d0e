import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.mjs';
import { projectFiles, readProjectFile } from './sources.mjs';

const pages = projectFiles().filter((path) => path.endsWith('.md'));
const isThere = (path) => existsSync(join(root, path));

/** Written by the measurements, and not kept. */
const isResult = (path) => path.startsWith('bench/results/');

const linksOf = (page) =>
  [...readProjectFile(page).matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target]) => target);
const pathsOf = (page) =>
  [...readProjectFile(page).matchAll(/`((?:apps|bench|docs|e2e|packages|scripts)\/[^`\s]+)`/g)].map(
    ([, path]) => path,
  );

test('every link of every page leads somewhere', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/architecture.md', 'docs/glossary.md']));
  const local = pages.flatMap((page) =>
    linksOf(page)
      .filter((target) => !/^\w+:/.test(target))
      .map((target) => ({ page, target: join(dirname(page), target) })),
  );
  expect(local.length).toBeGreaterThan(0);
  expect(local.filter(({ target }) => !isThere(target))).toEqual([]);
});

test('every file that a page names is there', () => {
  const named = pages.flatMap((page) => pathsOf(page).map((path) => ({ page, path })));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ path }) => !isThere(path) && !isResult(path))).toEqual([]);
});
