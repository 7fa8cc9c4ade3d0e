import { expect, test } from 'vitest';
import { readProjectFile, sourceFiles } from './sources.mjs';

/** The rows of docs/texts.md: a text, where it is shown, its file, and its parts. */
const rows = readProjectFile('docs/texts.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (text |-)/.test(line))
  .map((line) => {
    const [text = '', where = '', file = '', parts = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    return {
      text,
      where,
      file: file.replaceAll('`', ''),
      parts: [...parts.matchAll(/`([^`]+)`/g)].map(([, part]) => part),
    };
  });

const shown = rows.filter(({ file }) => file !== '');
const coming = rows.filter(({ where }) => where === 'coming');

const plain = (source) => source.replaceAll('’', "'").replaceAll('&amp;', '&');

test('every text is listed once, with its file or why it has none', () => {
  expect(rows.length).toBeGreaterThan(110);
  expect(new Set(rows.map(({ text }) => text)).size).toBe(rows.length);
  const lost = rows.filter(({ file, where }) => file === '' && !/^(coming|not shown: .+)$/.test(where));
  expect(lost).toEqual([]);
});

test.each(shown)('“$text” stands word for word in $file', ({ text, file, parts }) => {
  const source = plain(readProjectFile(file));
  for (const part of parts.length > 0 ? parts : [text]) expect(source).toContain(part);
});

test('a text that is marked as coming is not in the web app yet', () => {
  const web = sourceFiles()
    .filter(({ path }) => path.startsWith('apps/web/src/') && !path.includes('.test.'))
    .map(({ text }) => plain(text));
  const come = coming.filter(({ text }) => web.some((source) => source.includes(text.split('{')[0])));
  expect(come.map(({ text }) => text)).toEqual([]);
});
