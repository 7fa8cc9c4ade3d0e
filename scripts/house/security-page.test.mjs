import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.mjs';
import { readProjectFile, sourceFiles } from './sources.mjs';

const pagePath = 'docs/security.md';
const page = readProjectFile(pagePath);

/** The lines of level 1 in ASVS 5.0.0. */
const levelOne = [
  ...['1.2.1', '1.2.2', '1.2.3', '1.2.4', '1.2.5', '1.3.1', '1.3.2', '1.5.1'],
  ...['2.1.1', '2.2.1', '2.2.2', '2.3.1'],
  ...['3.2.1', '3.2.2', '3.3.1', '3.4.1', '3.4.2', '3.5.1', '3.5.2', '3.5.3'],
  ...['4.1.1', '4.4.1', '5.2.1', '5.2.2', '5.3.1', '5.3.2'],
  ...['6.1.1', '6.2.1', '6.2.2', '6.2.3', '6.2.4', '6.2.5', '6.2.6', '6.2.7', '6.2.8'],
  ...['6.3.1', '6.3.2', '6.4.1', '6.4.2'],
  ...['7.2.1', '7.2.2', '7.2.3', '7.2.4', '7.4.1', '7.4.2'],
  ...['8.1.1', '8.2.1', '8.2.2', '8.3.1', '9.1.1', '9.1.2', '9.1.3', '9.2.1'],
  ...['10.4.1', '10.4.2', '10.4.3', '10.4.4', '10.4.5', '11.3.1', '11.3.2', '11.4.1'],
  ...['12.1.1', '12.2.1', '12.2.2', '13.4.1', '14.2.1', '14.3.1', '15.1.1', '15.2.1', '15.3.1'],
];

const rows = page.split('\n').flatMap((line) => {
  const [, number = '', level, ask, met, shown] = line.split('|').map((cell) => cell.trim());
  return /^\d+\.\d+\.\d+$/.test(number) ? [{ number, level, ask, met, shown }] : [];
});

/** `[name of a test](path)`: what is shown, and where. */
const findLinks = (text) =>
  [...text.matchAll(/\[([^\]]+)\]\(([^)#]+)\)/g)].map(([, name, path]) => ({ name, path }));
const isTest = ({ path }) => /\.(test|spec)\.(tsx?|mjs)$/.test(path);
const pathFrom = (path) => join(root, dirname(pagePath), path);

function isTestOf({ name, path }) {
  const text = readFileSync(pathFrom(path), 'utf8');
  return [`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) => text.includes(quoted));
}

/** A list such as `1.2.6`, `1.2.7`: whatever number stands in a section of the page. */
function readNumbers(heading) {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/\b\d{1,2}\.\d{1,2}\.\d{1,2}\b/g)].map(([number]) => number);
}

test('every line of level 1 is answered: in a table, or among what does not apply', () => {
  expect(levelOne).toHaveLength(70);
  const inTables = rows.filter(({ level }) => level === '1').map(({ number }) => number);
  const elsewhere = new Set(readNumbers('What does not apply'));
  expect(inTables.filter((number) => elsewhere.has(number))).toEqual([]);
  expect(levelOne.filter((number) => !inTables.includes(number) && !elsewhere.has(number))).toEqual([]);
  expect(inTables.filter((number) => !levelOne.includes(number))).toEqual([]);
});

test('every line of a table stands once, in few words, with what shows it', () => {
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
  expect(rows.filter(({ ask }) => ask.split(' ').length > 8).map(({ number }) => number)).toEqual([]);
  expect(rows.filter(({ shown }) => findLinks(shown).length === 0).map(({ number }) => number)).toEqual([]);
});

test('every deviation or gap in a table is explained below it', () => {
  const explained = (heading) => new Set(readNumbers(heading));
  const [deviations, gaps] = [explained('Deviations'), explained('Gaps')];
  const numbersWith = (word) => rows.filter(({ met }) => met.startsWith(word)).map(({ number }) => number);
  expect(numbersWith('Deviation').filter((number) => !deviations.has(number))).toEqual([]);
  expect(numbersWith('Gap').filter((number) => !gaps.has(number))).toEqual([]);
});

test('every test that the page names is there, in the file it names', () => {
  const links = findLinks(page).filter(({ path }) => !/^\w+:/.test(path));
  expect(links.filter(({ path }) => !existsSync(pathFrom(path)))).toEqual([]);
  const tests = links.filter(isTest);
  expect(tests.length).toBeGreaterThan(70);
  expect(tests.filter((link) => !isTestOf(link))).toEqual([]);
});

test('the page lists every algorithm that the code calls by name', () => {
  const said = {
    sha256: 'SHA-256',
    SHA1: 'HMAC-SHA-1',
    'RSA-SHA256': 'RSA with SHA-256',
    RS256: 'RS256',
    ES256: 'ES256',
    EdDSA: 'EdDSA',
    'aes-256-gcm': 'AES-256-GCM',
    argon2: 'Argon2id',
  };
  const named =
    /create(?:Hash|Hmac|Verify|Sign)\('([^']+)'|hkdfSync\('([^']+)'|algorithm(?:: | = )'([^']+)'|'((?:RS|ES|PS|HS)\d{3}|EdDSA)'|@node-rs\/(argon2)/g;
  const used = new Set(
    sourceFiles()
      .filter(({ path }) => /^(apps\/(api|sync-worker)|packages\/[^/]+)\/src\//.test(path))
      .filter(({ path }) => !/\.test\.tsx?$|\/testing\/|^packages\/embedded-postgres\//.test(path))
      .flatMap(({ text }) => [...text.matchAll(named)].map((found) => found.slice(1).find(Boolean))),
  );
  expect(used).toContain('sha256');
  expect([...used].filter((name) => !(name in said))).toEqual([]);
  const section = page.split('\n## Keys and algorithms\n')[1]?.split('\n## ')[0] ?? '';
  for (const name of used) expect(section).toContain(said[name]);
});
