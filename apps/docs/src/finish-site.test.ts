import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findDeadLinks } from './dead-links.ts';
import { breakCodeInTables, nameSearch, replaceSite, takeOutScripts } from './finish-site.ts';

test('no script is left in a page: each runs from a file, as what it was', () => {
  const written = new Map<string, string>();
  const html = takeOutScripts(
    '<script src="/theme.js"></script><script type="module">a()</script><script aria-hidden="true">\nb();\n</script><script type="application/json">{}</script>',
    (name, script) => written.set(name, script),
  );
  expect([...written.values()]).toEqual(['a()', '\nb();\n']);
  const [first, second] = [...written.keys()];
  expect(html).toBe(
    `<script src="/theme.js"></script><script type="module" src="/docs/_astro/${first}"></script><script aria-hidden="true" src="/docs/_astro/${second}"></script><script type="application/json">{}</script>`,
  );
});

test('the search is named by the word on its button; a generator that writes it otherwise fails the build', () => {
  const html = nameSearch(
    '<button data-open-modal aria-label="Search" class="a"> <svg/> <span class="sl-hidden md:sl-block b" aria-hidden="true" x>Search</span>',
  );
  expect(html).toBe(
    '<button data-open-modal class="a"> <svg/> <span class="sl-hidden md:sl-block b search-label" x>Search</span>',
  );
  expect(() => nameSearch('<button aria-label="Find">')).toThrow('The button of the search');
});

test('code in a table may break after the signs that join its names, and nothing else may', () => {
  const html = breakCodeInTables(
    '<p><code>a_b</code></p><td>a/b <code dir="auto">apps/api/known_browsers.ts</code> <a href="/docs/a_b">a_b</a></td>',
  );
  expect(html).toBe(
    '<p><code>a_b</code></p><td>a/b <code dir="auto">apps/<wbr>api/<wbr>known_<wbr>browsers.<wbr>ts</code> <a href="/docs/a_b">a_b</a></td>',
  );
});

const files = new Set(['index.html', 'rules/index.html', 'pictures/a.png']);
const find = (link: string) =>
  findDeadLinks(
    new Map([
      ['index.html', link],
      ['rules/index.html', '<h2 id="two-ways">Two ways</h2>'],
    ]),
    files,
  );

test.each([
  '<a href="/docs/rules">',
  '<a class="x" href="/docs/rules#two-ways">',
  '<a href="/docs">',
  '<a href="/status">',
  '<a href="https://example.com">',
  '<img alt="" src="/docs/pictures/a.png">',
])('%s leads somewhere', (link) => {
  expect(find(link)).toEqual([]);
});

test.each([
  ['<a href="/docs/rule">', '/docs/rule'],
  ['<a href="/docs/rules#three-ways">', '/docs/rules#three-ways'],
  ['<a href="#nothing">', '#nothing'],
  ['<a href="rules.md">', 'rules.md'],
  ['<img alt="" src="/docs/pictures/b.png">', '/docs/pictures/b.png'],
  ['<a href="/nowhere">', '/nowhere'],
])('%s is found to lead nowhere, with its page', (link, address) => {
  expect(find(link)).toEqual([`index.html: ${address}`]);
});

test('a site that is whole takes the place of the one before, also after a build that was ended meanwhile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'picksync-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const place = join(folder, 'dist');
  const makeSite = (name: string, page: string) => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, page), '');
    return join(folder, name);
  };
  replaceSite(makeSite('site', 'first.html'), place);
  makeSite('before', 'older.html');
  replaceSite(makeSite('site', 'second.html'), place);
  expect(readdirSync(folder)).toEqual(['dist']);
  expect(readdirSync(place)).toEqual(['second.html']);
});
