import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Bundle, firstLoad, overweight, pagesNeeding } from '../vite.first-load.ts';

/** Code that cannot be compressed, so that its size is known. */
const code = (bytes: number) => randomBytes(bytes / 2).toString('hex');

const chunk = (fileName: string, given: { imports?: string[]; module?: string } = {}) => ({
  [fileName]: {
    type: 'chunk' as const,
    fileName,
    imports: given.imports ?? [],
    moduleIds: given.module ? [`/any/where/src/${given.module}`] : [],
  },
});

const files: Record<string, string> = {
  'index.html':
    '<script src="/theme.js"></script><script type="module" crossorigin src="/index.js"></script><link rel="modulepreload" crossorigin href="/framework.js"><link rel="stylesheet" href="/style.css">',
  'landing.html': '<script src="/theme.js"></script>',
  'theme.js': code(1000),
  'index.js': code(4000),
  'framework.js': code(20_000),
  'dialog.js': code(50_000),
  'page.js': code(6000),
};

const bundle: Bundle = {
  ...chunk('index.js', { imports: ['framework.js'] }),
  ...chunk('framework.js'),
  ...chunk('page.js', { imports: ['framework.js', 'index.js'], module: 'routes/page.tsx' }),
  ...chunk('dialog.js', { imports: ['framework.js'], module: 'routes/dialog.tsx' }),
  'style.css': { type: 'asset' },
};

const read = (fileName: string) => {
  const content = files[fileName];
  if (content === undefined) throw new Error(`${fileName} is not written`);
  return content;
};
const built = { bundle, read };
const page = { document: 'index.html', module: 'routes/page.tsx' };

const compressed = (...names: string[]) =>
  names.reduce((sum, name) => sum + gzipSync(read(name), { level: 9 }).length, 0) / 1000;

test('counts what the document names, the code of the page and what they share once, and nothing that comes later', () => {
  expect(firstLoad(built, page)).toBeCloseTo(compressed('theme.js', 'index.js', 'framework.js', 'page.js'));
});

test('counts what the document names for a page that is HTML', () => {
  expect(firstLoad(built, { document: 'landing.html' })).toBeCloseTo(compressed('theme.js'));
});

test('names a page over its budget with both figures, and no page within it', () => {
  const budget = { page: 'dashboard', ...page };
  expect(overweight(built, [{ ...budget, kilobytes: 40 }])).toEqual([]);
  const [problem] = overweight(built, [{ ...budget, kilobytes: 10 }]);
  expect(problem).toMatch(/^The dashboard fetches \d+\.\d kB of JavaScript first; 10 kB are allowed\.$/);
});

test('throws for a page that was renamed', () => {
  expect(() => firstLoad(built, { ...page, module: 'routes/gone.tsx' })).toThrow(
    'The build has no routes/gone.tsx',
  );
});

const importers: Record<string, string[]> = {
  '/src/ui/button.tsx': ['/src/routes/login-page.tsx', '/src/features/overview.tsx'],
  '/src/features/overview.tsx': ['/src/routes/dashboard-page.tsx'],
  '/src/ui/otp-input.tsx': ['/src/features/account.tsx'],
  '/src/ui/password-input.tsx': ['/src/routes/login-page.tsx', '/src/features/account.tsx'],
  '/src/router.tsx': ['/src/main.tsx'],
  '/src/ui/eye.tsx': ['/src/ui/password-input.tsx'],
  '/src/ui/menu.tsx': ['/src/features/overview.tsx'],
};
const findImporters = (module: string) => ({ importers: importers[module] ?? [] });

test('tells what login and dashboard both need from what only the dashboard needs, and both from all else', () => {
  expect(pagesNeeding('/src/ui/button.tsx', findImporters)).toBe('every');
  expect(pagesNeeding('/src/router.tsx', findImporters)).toBe('every');
  expect(pagesNeeding('/src/ui/menu.tsx', findImporters)).toBe('dashboard');
  expect(pagesNeeding('/src/ui/eye.tsx', findImporters)).toBe(null);
  expect(pagesNeeding('/src/ui/otp-input.tsx', findImporters)).toBe(null);
});
