import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.mjs';
import { projectFiles, readProjectFile } from './sources.mjs';

const pages = projectFiles().filter((path) => path.endsWith('.md'));
const isThere = (path) => existsSync(join(root, path));

/** Written by the measurements, and not kept. */
const isResult = (path) => path.startsWith('bench/results/');

const findLinks = (page) =>
  [...readProjectFile(page).matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target]) => target);
const findPaths = (page) =>
  [...readProjectFile(page).matchAll(/`((?:apps|bench|docs|e2e|packages|scripts)\/[^`\s]+)`/g)].map(
    ([, path]) => path,
  );

test('every link of every page leads somewhere', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/architecture.md', 'docs/glossary.md']));
  const local = pages.flatMap((page) =>
    findLinks(page)
      .filter((target) => !/^\w+:/.test(target))
      .map((target) => ({ page, target: join(dirname(page), target) })),
  );
  expect(local.length).toBeGreaterThan(0);
  expect(local.filter(({ target }) => !isThere(target))).toEqual([]);
});

test('every file that a page names is there', () => {
  const named = pages.flatMap((page) => findPaths(page).map((path) => ({ page, path })));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ path }) => !isThere(path) && !isResult(path))).toEqual([]);
});

test('every decision says why it was needed and what was decided', () => {
  const decisions = pages.filter((path) => path.startsWith('docs/decisions/'));
  const lacks = (page, part) => !readProjectFile(page).includes(`\n**${part}.**`);
  expect(decisions.length).toBeGreaterThan(0);
  expect(decisions.filter((page) => lacks(page, 'Context') || lacks(page, 'Decision'))).toEqual([]);
});

/** A page's code blocks, from an opening line of backticks to the same line or the end of the page. */
const findBlocks = (page) =>
  readProjectFile(page).match(/^(`{3,})[^`]*?\n[\s\S]*?(?:^\1$|(?![\s\S]))/gm) ?? [];

test('no code block takes in the headings and tables below it', () => {
  const blocks = pages.flatMap((page) => findBlocks(page).map((block) => ({ page, block })));
  expect(blocks.length).toBeGreaterThan(0);
  expect(blocks.filter(({ block }) => /^(?:## |\| --)/m.test(block))).toEqual([]);
});

/** The product's own text, without the pages: sources, settings of tools, the names of its files. */
const files = projectFiles();
const code = files
  .filter((path) => /\.(ts|tsx|js|mjs|json|sql|prisma|ya?ml|css|html)$|Dockerfile|^deploy\//.test(path))
  .map(readProjectFile)
  .concat(files)
  .join('\n')
  .toLowerCase();
/** Most names stand there as a whole, so that few have to be looked for in all of the text. */
const words = new Set(code.split(/[^\w@./-]+/));
const isInCode = (name) => words.has(name.toLowerCase()) || code.includes(name.toLowerCase());

/** Names between code marks, in running text; a library with its version behind it was looked at, and may not be used. */
const readNames = (page) =>
  [
    ...readProjectFile(page)
      .replaceAll(/```[\s\S]*?```/g, '')
      .matchAll(/`([\w@./-]+)`(?!\s\(\d+\.)/g),
  ].map(([, name]) => name);

test('every name that a page sets in code marks is in the code', () => {
  const named = pages.flatMap((page) => readNames(page).map((name) => ({ page, name })));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !isInCode(name))).toEqual([]);
});

test('every setting of .env.example is read somewhere', () => {
  const settings = [...readProjectFile('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(settings.length).toBeGreaterThan(0);
  expect(settings.filter((name) => !isInCode(name))).toEqual([]);
});

test('every npm command of a page is one of the project, or installs what it publishes', () => {
  const { scripts } = JSON.parse(readProjectFile('package.json'));
  const readCode = (page) => (readProjectFile(page).match(/```[\s\S]*?```|`[^`\n]+`/g) ?? []).join('\n');
  const commands = pages.flatMap((page) =>
    [...readCode(page).matchAll(/\bnpm (?!install (?:--global )?@?picksync)(?:run )?([\w:-]+)/g)].map(
      ([, name]) => name,
    ),
  );
  expect(new Set(commands)).toEqual(new Set(Object.keys(scripts)));
});

test('every call of the API that a page names is in the contracts', () => {
  const contracts = files
    .filter((path) => path.startsWith('packages/contracts/src/') && !path.includes('.test.'))
    .map(readProjectFile)
    .join('\n');
  const calls = pages
    .filter((page) => !page.startsWith('apps/sandbox/'))
    .flatMap((page) => [...readProjectFile(page).matchAll(/`(GET|POST|PATCH|PUT|DELETE) (\/api\/[^`]+)`/g)]);
  expect(calls.length).toBeGreaterThan(0);
  const isServed = ([, method, path]) =>
    new RegExp(`endpoint\\('${method}',\\s+'${path.replaceAll(/[{}]/g, '')}'`).test(
      contracts.replaceAll(/[{}]/g, ''),
    );
  expect(calls.filter((call) => !isServed(call)).map(([call]) => call)).toEqual([]);
});

test('every queue that a page names is in the catalog', () => {
  const catalog = readProjectFile('packages/db/src/queue/catalog.ts');
  const queues = [...catalog.matchAll(/^ {2}'?([a-z-]+)'?: \{$/gm)].map(([, name]) => name);
  const named = pages.flatMap((page) =>
    [...readProjectFile(page).matchAll(/`([a-z-]+)` (?:job|queue)\b/g)].map(([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !queues.includes(name))).toEqual([]);
});
