import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { Unusable } from '../unusable.mjs';

const units = ['{apps,packages}/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'];
const journeys = ['e2e/journeys/*.spec.ts'];

function find(patterns) {
  return globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted();
}

/** The title of a test or a group, up to its closing quotation mark. */
const titles =
  /\b(?:test|it|describe)(?:\.[\w.]+)?(?:\((?!['"`])[^;]*?\))?\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/gs;

/** Returns the titles in a file that have these words, as they stand in the source. */
function titlesWith(file, words) {
  const found = readFileSync(join(root, file), 'utf8').matchAll(titles);
  return [...found].map(([, , title]) => title).filter((title) => title.toLowerCase().includes(words));
}

/** Returns a regular expression for a title; what a table or a template puts into it may be anything. */
function toPattern(title) {
  const unescaped = title.replaceAll(/\\(['"`])/g, '$1');
  return unescaped
    .split(/%[sdifjoO]|\$\{[^}]*\}|\$\w+/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
}

/**
 * Returns the tests that the words name: those of every file whose path has one of them, or, where a word is in no path,
 * a pattern of the titles that have all the words as they stand. Throws when there are none.
 */
export function findTests(words) {
  const option = words.find((word) => word.startsWith('-'));
  if (option)
    throw new Unusable(
      `npm test takes a part of a file's path or of a test's title; it knows no option ${option}.`,
    );
  const all = { units: find(units), journeys: find(journeys) };
  const select = (isWanted) => ({
    units: all.units.filter(isWanted),
    journeys: all.journeys.filter(isWanted),
  });
  const paths = [...all.units, ...all.journeys];
  if (words.every((word) => paths.some((path) => path.includes(word))))
    return select((path) => words.some((word) => path.includes(word)));
  const title = words.join(' ');
  const patterns = new Set();
  const found = select((path) => {
    const here = titlesWith(path, title.toLowerCase());
    for (const one of here) patterns.add(toPattern(one));
    return here.length > 0;
  });
  if (patterns.size === 0)
    throw new Unusable(
      `No test has "${title}" in its title, and no file of tests has it in its path. Nothing was run.`,
    );
  return { ...found, pattern: [...patterns].join('|') };
}
