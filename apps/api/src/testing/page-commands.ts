import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Reads a file of the project. */
export function readProjectFile(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** A block of code on a page, or code in its running text. */
export type PageCode = { page: string; language: string; text: string };

const fenced = /^( *)```(\w*)\n([\s\S]*?)^ *```$/gm;

/** Reads the blocks of code of a page, without the indentation of the list that they stand in. */
export function readBlocks(page: string): PageCode[] {
  return [...readProjectFile(page).matchAll(fenced)].map(([, indent = '', language = '', text = '']) => ({
    page,
    language,
    text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trim(),
  }));
}

/** Reads what stands between code marks in the running text and has more than one word. */
export function readInlineCode(page: string): PageCode[] {
  const text = readProjectFile(page).replaceAll(fenced, '');
  return [...text.matchAll(/`([^`]+)`/g)]
    .map(([, code = '']) => code.replaceAll(/\s+/g, ' '))
    .filter((code) => code.includes(' '))
    .map((code) => ({ page, language: '', text: code }));
}

/** What a shell does one after the other: the words of each command, and where its output goes. */
export function toCommands(text: string): string[][] {
  const commands: string[][] = [[]];
  let word: string | undefined;
  const endWord = () => {
    if (word !== undefined) commands.at(-1)?.push(word);
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (commands.at(-1)?.length) commands.push([]);
  };
  for (const [token] of text.matchAll(/\\\n|"(?:\\.|[^"])*"|'[^']*'|&&|\|\||[;\n|]|\s|[^\s"';|&\\]+|./g)) {
    if (token === '\\\n') endWord();
    else if (/^["']/.test(token)) word = (word ?? '') + token.slice(1, -1);
    else if (/^(?:&&|\|\||[;\n|])$/.test(token)) endCommand();
    else if (/^\s$/.test(token)) endWord();
    else word = (word ?? '') + token;
  }
  endWord();
  return commands.filter((words) => words.length > 0);
}

/** Returns the options among the words of a command, and the rest. */
export function splitOptions(words: readonly string[], withValue: readonly string[] = []) {
  const options: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-') || word === '--') rest.push(word);
    else {
      options.push(word);
      if (withValue.includes(word)) at += 1;
    }
  }
  return { options, rest };
}
