// What a machine can check of how we write. Where a room does not keep a rule yet, its ceiling says how often: it may
// only fall.
import { expect, test } from 'vitest';
import {
  findArrows,
  findBareTitles,
  findMisnamed,
  findSameWords,
  findUndescribed,
  getRoom,
} from './language.mjs';
import { projectFiles, readProjectFile } from './sources.mjs';

const isTest = (path) => /\.(test|spec)\.\w+$/.test(path);
const allPaths = projectFiles().filter((path) =>
  /^(apps|packages|bench|e2e|scripts)\/.*\.(ts|tsx|mjs|js)$/.test(path),
);
const readAll = (some) => some.map((path) => ({ path, text: readProjectFile(path) }));
const paths = allPaths.filter((path) => !isTest(path));
const files = readAll(paths);
const isForTests = ({ path }) => /\/testing[./]/.test(path);

/** What breaks a rule in a room that has more of it than its ceiling allows. */
function overCeiling(find, { among = files, ceilings = {} } = {}) {
  const found = among.flatMap((file) =>
    find(file).map((what) => ({ room: getRoom(file.path), what: `${file.path}: ${what}` })),
  );
  const rooms = Object.entries(Object.groupBy(found, ({ room }) => room));
  return rooms
    .filter(([room, all]) => all.length > (ceilings[room] ?? 0))
    .map(([room, all]) => ({ room, ceiling: ceilings[room] ?? 0, found: all.map(({ what }) => what) }));
}

test('a top-level function is a declaration', () => {
  expect(overCeiling(findArrows)).toEqual([]);
});

test('the docstring of a function that a package exports begins with what it does', () => {
  // A component is drawn, not called: its docstring says what it is.
  const among = files.filter((file) => /^packages\/.*\.(ts|mjs)$/.test(file.path) && !isForTests(file));
  expect(overCeiling(findUndescribed, { among })).toEqual([]);
});

test('a file that exports one function has its name', () => {
  const among = files.filter((file) => /^(apps|packages)\/.*\.ts$/.test(file.path) && !isForTests(file));
  const ceilings = {
    'apps/api': 2,
    'apps/sandbox': 2,
    'apps/web': 1,
    'packages/db': 1,
    'packages/smartsheet-client': 2,
    'packages/ui': 2,
  };
  expect(overCeiling(findMisnamed, { among, ceilings })).toEqual([]);
});

test('the title of a test begins with its subject', () => {
  const among = readAll(allPaths.filter(isTest));
  expect(among.length).toBeGreaterThan(0);
  expect(findBareTitles({ text: `test.each(all)(\n  'what %s says', () => {}` })).toEqual(['what %s says']);
  expect(overCeiling(findBareTitles, { among })).toEqual([]);
});

test('no two files of a folder have names of the same words', () => {
  expect(findSameWords(paths)).toEqual([]);
});
