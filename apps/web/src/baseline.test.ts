import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCallsOutside, findStylesOutside, findUnneeded } from '../vite.baseline.ts';

const roots = [import.meta.dirname, join(import.meta.dirname, '../../../packages/ui/src')];
const files = roots.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)),
);
const read = (path: string) => readFileSync(path, 'utf8');

test('no style sheet uses what not every browser has', () => {
  const sheets = files.filter((path) => path.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(2);
  expect(sheets.flatMap((path) => findStylesOutside(read(path)))).toEqual([]);
});

test('no script calls what not every browser has', () => {
  const scripts = files.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path));
  expect(scripts.length).toBeGreaterThan(100);
  const found = scripts.flatMap((path) => findCallsOutside(read(path)).map((name) => `${path}: ${name}`));
  expect(found).toEqual([]);
});

test.each([
  ['a { field-sizing: content }', 'css.properties.field-sizing'],
  ['a{color:red}b{text-box:trim-both cap alphabetic}', 'css.properties.text-box'],
  ['.x:is(a,b):has-slotted{color:red}', 'css.selectors.has-slotted'],
  ['@view-transition { navigation: auto }', 'css.at-rules.view-transition'],
])('finds what is not Baseline in %s', (css, name) => {
  expect(findStylesOutside(css)).toContain(name);
});

test.each([
  'a { display: flex; color: color-mix(in oklab, red, blue); inset-inline: 0 }',
  '.flex-direction\\:column:hover { flex-direction: column; --x: field-sizing }',
  '/* field-sizing: content; */ a { content: "{field-sizing:content}" }',
  'a { user-select: none; accent-color: red }',
])('lets %s be', (css) => {
  expect(findStylesOutside(css)).toEqual([]);
});

test.each([
  ['navigator.bluetooth.requestDevice()', 'api.Navigator.bluetooth'],
  ['new EyeDropper().open()', 'api.EyeDropper'],
  ['Math.sumPrecise([1, 2])', 'javascript.builtins.Math.sumPrecise'],
])('finds what is not Baseline in %s', (source, name) => {
  expect(findCallsOutside(source)).toContain(name);
});

test.each(['navigator.onLine', 'Promise.withResolvers()', '// new EyeDropper()', 'figures.difference'])(
  'lets %s be',
  (source) => {
    expect(findCallsOutside(source)).toEqual([]);
  },
);

test('every fallback is still needed somewhere', () => {
  expect(findUnneeded()).toEqual([]);
});
