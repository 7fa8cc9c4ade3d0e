import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

type Chunk = { fileName: string; code: string; isEntry: boolean; imports: string[]; moduleIds: string[] };
export type Bundle = Record<string, { type: 'asset' } | ({ type: 'chunk' } & Chunk)>;

/** What a page may weigh when it is opened first: JavaScript, compressed with gzip, in kilobytes. */
export type Budget = { page: string; module: string; kilobytes: number };

const budgets: Budget[] = [
  { page: 'start page', module: 'features/landing/landing-page.tsx', kilobytes: 120 },
  { page: 'login', module: 'routes/login-page.tsx', kilobytes: 150 },
  { page: 'dashboard', module: 'routes/dashboard-page.tsx', kilobytes: 190 },
];

/** The modules in which the start page begins. */
const startModules = /\/src\/(main|features\/landing\/landing-page)\.tsx$/;

type ImportersOf = (module: string) => { importers: readonly string[] } | null;

/** The package names each of its icons in one module, so that it imports them all, whoever needs which. */
const icon = /\/lucide-react\/dist\/esm\/icons\//;

/** Returns whether the start page cannot be shown without a module: one of its own imports it, directly or through others. */
export function isNeededFirst(module: string, importersOf: ImportersOf): boolean {
  if (icon.test(module)) return false;
  const seen = new Set([module]);
  for (const each of seen) {
    if (startModules.test(each)) return true;
    for (const importer of importersOf(each)?.importers ?? []) seen.add(importer);
  }
  return false;
}

function chunksOf(bundle: Bundle): Chunk[] {
  return Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
}

/** A chunk and everything it needs before it can run. */
function withImports(bundle: Bundle, start: readonly Chunk[]): Chunk[] {
  const needed = new Map<string, Chunk>();
  const waiting = [...start];
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (needed.has(chunk.fileName)) continue;
    needed.set(chunk.fileName, chunk);
    for (const name of chunk.imports) {
      const file = bundle[name];
      if (file?.type === 'chunk') waiting.push(file);
    }
  }
  return [...needed.values()];
}

/** Kilobytes of JavaScript, compressed, that a browser fetches before it can show a page. Throws when there is no such page. */
export function firstLoad(bundle: Bundle, module: string): number {
  const chunks = chunksOf(bundle);
  const page = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`)));
  if (page.length === 0)
    throw new Error(`The build has no ${module}: correct the budgets of the first load.`);
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const bytes = withImports(bundle, [...entries, ...page]).map(
    ({ code }) => gzipSync(code, { level: 9 }).length,
  );
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** What is too heavy, a sentence each. */
export function overweight(bundle: Bundle, allowed: readonly Budget[]): string[] {
  return allowed.flatMap(({ page, module, kilobytes }) => {
    const found = firstLoad(bundle, module);
    if (found <= kilobytes) return [];
    return [`The ${page} fetches ${found.toFixed(1)} kB of JavaScript first; ${kilobytes} kB are allowed.`];
  });
}

/** Fails a build whose pages have become too heavy to open. */
export function firstLoadBudget(): Plugin {
  return {
    name: 'first-load-budget',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const problems = overweight(bundle, budgets);
      if (problems.length > 0) this.error(problems.join('\n'));
    },
  };
}
