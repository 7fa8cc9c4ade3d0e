import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answersPage, notForReaders } from './contents.ts';
import { docsFolder, listChapters, readPage, splitPage } from './read-pages.ts';

const files = readdirSync(docsFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -3));
const listed = listChapters().flatMap(({ names }) => names);

test('every page that is meant for readers is in one chapter', () => {
  expect(files).toEqual(expect.arrayContaining(['README', 'sync-rules', ...notForReaders]));
  expect(listed.toSorted()).toEqual(
    [...files.filter((name) => !notForReaders.includes(name)), answersPage].sort(),
  );
});

test('every page has a title of its own and says what it is about', () => {
  const pages = listed.filter((name) => name !== answersPage).map((name) => readPage(name));
  expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
  expect(pages.filter(({ description }) => description === '')).toEqual([]);
});

test('the pages of a folder come in the order of their titles', () => {
  const decisions = listChapters().find(({ label }) => label === 'Decisions')?.names ?? [];
  const titles = decisions.map((name) => readPage(name).title);
  expect(titles.length).toBeGreaterThan(1);
  expect(titles).toEqual(titles.toSorted((one, other) => one.localeCompare(other, 'en')));
});

test('the description of a page is the beginning of its first paragraph, without marks', () => {
  const page = splitPage('x', '# Title\n\n| a |\n| - |\n\nOne **bold** [link](a.md) and\n`code`.\n\nMore.\n');
  expect(page).toMatchObject({ id: 'x', title: 'Title', description: 'One bold link and code.' });
  const { description } = splitPage('README', `# Long\n\n${'word '.repeat(60)}\n`);
  expect(description.length).toBeLessThanOrEqual(157);
  expect(description).toMatch(/word …$/);
  expect(() => splitPage('x', 'No title\n')).toThrow('docs/x.md does not begin with a title');
});
