import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answersPage, chapters } from './contents.ts';

/** The documentation as GitHub shows it. */
export const docsFolder = join(import.meta.dirname, '../../../docs');

/** A page: its file in docs/ without the ending, its address below /docs, and its text without the title. */
export type Page = { name: string; id: string; title: string; description: string; body: string };

/** Returns the address of a page below /docs. */
export function toId(name: string): string {
  return name === 'README' ? 'index' : name;
}

/** Returns the pages of each chapter by their names. A folder's pages are in the order of their titles. */
export function listChapters(
  folder: string = docsFolder,
): { label: string; names: string[]; isFolder: boolean }[] {
  return chapters.map((chapter) => {
    if ('pages' in chapter) return { label: chapter.label, names: [...chapter.pages], isFolder: false };
    const names = readdirSync(join(folder, chapter.folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${chapter.folder}/${file.slice(0, -3)}`);
    const byTitle = (one: string, other: string) =>
      readPage(one, folder).title.localeCompare(readPage(other, folder).title, 'en');
    return { label: chapter.label, names: names.sort(byTitle), isFolder: true };
  });
}

/** Reads a page. Throws if its file does not begin with a title. */
export function readPage(name: string, folder: string = docsFolder): Page {
  return splitPage(name, readFileSync(join(folder, `${name}.md`), 'utf8'));
}

/** Splits the text of a page into its title, what search engines show of it, and the rest. */
export function splitPage(name: string, text: string): Page {
  const [, title, body] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? [];
  if (title === undefined || body === undefined)
    throw new Error(`docs/${name}.md does not begin with a title`);
  return { name, id: toId(name), title: title.trim(), description: describe(body), body };
}

const longestDescription = 155;

/** Returns the beginning of the first paragraph, as plain text. */
function describe(body: string): string {
  const paragraph = body.split(/\n{2,}/).find((part) => /^\s*[\p{L}*_`[“]/u.test(part)) ?? '';
  const plain = paragraph
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]|\b_|_\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain.length <= longestDescription) return plain;
  return `${plain.slice(0, plain.lastIndexOf(' ', longestDescription))} …`;
}

/** Returns the names of all pages that are files. */
export function listFiles(folder: string = docsFolder): string[] {
  return listChapters(folder).flatMap(({ names }) => names.filter((name) => name !== answersPage));
}
