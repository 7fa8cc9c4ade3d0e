import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Bundle, firstLoad, isNeededFirst, overweight } from '../vite.first-load.ts';

/** Code that cannot be compressed, so that its size is known. */
const code = (bytes: number) => randomBytes(bytes / 2).toString('hex');

const chunk = (
  fileName: string,
  given: { code: string; imports?: string[]; module?: string; entry?: boolean },
) => ({
  [fileName]: {
    type: 'chunk' as const,
    fileName,
    code: given.code,
    imports: given.imports ?? [],
    isEntry: given.entry ?? false,
    moduleIds: given.module ? [`/any/where/src/${given.module}`] : [],
  },
});

const sizes = { entry: code(4000), framework: code(20_000), dialog: code(50_000), page: code(6000) };

const bundle: Bundle = {
  ...chunk('index.js', { code: sizes.entry, imports: ['framework.js'], entry: true }),
  ...chunk('framework.js', { code: sizes.framework }),
  ...chunk('page.js', { code: sizes.page, imports: ['framework.js', 'index.js'], module: 'routes/page.tsx' }),
  ...chunk('dialog.js', { code: sizes.dialog, imports: ['framework.js'], module: 'routes/dialog.tsx' }),
  'style.css': { type: 'asset' },
};

const compressed = (...parts: string[]) =>
  parts.reduce((sum, part) => sum + gzipSync(part, { level: 9 }).length, 0) / 1000;

test('the first load of a page is its own code, the entry and what they share, each once, and nothing that comes later', () => {
  expect(firstLoad(bundle, 'routes/page.tsx')).toBeCloseTo(
    compressed(sizes.entry, sizes.framework, sizes.page),
  );
});

test('a page over its budget is named with both figures, one within is not', () => {
  const budget = { page: 'dashboard', module: 'routes/page.tsx' };
  expect(overweight(bundle, [{ ...budget, kilobytes: 40 }])).toEqual([]);
  const [problem] = overweight(bundle, [{ ...budget, kilobytes: 10 }]);
  expect(problem).toMatch(/^The dashboard fetches \d+\.\d kB of JavaScript first; 10 kB are allowed\.$/);
});

test('a page that was renamed is noticed', () => {
  expect(() => firstLoad(bundle, 'routes/gone.tsx')).toThrow('The build has no routes/gone.tsx');
});

test('what only other pages share is kept apart from what the start page needs', () => {
  const importers: Record<string, string[]> = {
    '/src/ui/button.tsx': ['/src/features/landing/hero.tsx', '/src/ui/form-dialog.tsx'],
    '/src/features/landing/hero.tsx': ['/src/features/landing/landing-page.tsx'],
    '/src/ui/form-dialog.tsx': ['/src/features/account/change.tsx'],
    '/src/features/account/change.tsx': [],
  };
  const importersOf = (module: string) => ({ importers: importers[module] ?? [] });
  expect(isNeededFirst('/src/ui/button.tsx', importersOf)).toBe(true);
  expect(isNeededFirst('/src/ui/form-dialog.tsx', importersOf)).toBe(false);
});
