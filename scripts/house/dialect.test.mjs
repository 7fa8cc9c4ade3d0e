import { expect, test } from 'vitest';
import { projectFiles, readProjectFile } from './sources.mjs';

const files = projectFiles()
  .filter((path) => /\.(ts|tsx|mjs|js)$/.test(path))
  .map((path) => ({ path, text: readProjectFile(path) }));

/** Where a pattern is found, as `path: what was found`. */
const found = (pattern) =>
  files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([what]) => `${path}: ${what.trim()}`));

test('zod is imported as a whole, everywhere in the same words', () => {
  expect(found(/^import \* as z from 'zod';$/gm).length).toBeGreaterThan(0);
  expect(found(/^import (?!(type )?\* as z from 'zod';$).*from 'zod(\/[^']*)?';?/gm)).toEqual([]);
});

test('a test that stops the timers lets them go on: files share processes, and in the next one nothing would ever be due', () => {
  // The web's tests do so after each, in their setup.
  const stopping = files.filter(
    ({ path, text }) => !/^(apps\/web|packages\/ui)\//.test(path) && /vi\.useFakeTimers/.test(text),
  );
  expect(stopping.length).toBeGreaterThan(0);
  expect(stopping.filter(({ text }) => !/vi\.useRealTimers/.test(text)).map(({ path }) => path)).toEqual([]);
});

test('a test that waits by vi.waitFor or vi.waitUntil says how long: a second, which they wait otherwise, is short under load', () => {
  const waits = files.flatMap(({ path, text }) =>
    [...text.matchAll(/^( *).*\bvi\.wait(?:For|Until)\((?:.*\);$|[\s\S]*?^\1\);$)/gm)].map(([call]) => ({
      path,
      call,
    })),
  );
  expect(waits.length).toBeGreaterThan(0);
  expect(waits.filter(({ call }) => !/timeout: /.test(call))).toEqual([]);
});
