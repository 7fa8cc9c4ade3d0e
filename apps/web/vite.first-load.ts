import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

type Chunk = { fileName: string; imports: string[]; moduleIds: string[] };
export type Bundle = Record<string, { type: 'asset' } | ({ type: 'chunk' } & Chunk)>;

/** A document, and the module of the page that its router shows, if it has one. */
export type Page = { document: string; module?: string };

/** What a page may weigh when it is opened first: JavaScript, compressed with gzip, in kilobytes. */
export type Budget = Page & { page: string; kilobytes: number };

const budgets: Budget[] = [
  { page: 'start page', document: 'landing.html', kilobytes: 10 },
  { page: 'login', document: 'index.html', module: 'routes/login-page.tsx', kilobytes: 160 },
  { page: 'dashboard', document: 'index.html', module: 'routes/dashboard-page.tsx', kilobytes: 175 },
];

/** The modules in which the application, its login and its dashboard begin. */
const main = /\/src\/main\.tsx$/;
const login = /\/src\/routes\/login-page\.tsx$/;
const dashboard = /\/src\/routes\/dashboard-page\.tsx$/;

type ImportersOf = (module: string) => { importers: readonly string[] } | null;

/** A module, those that import it, those that import these, and so on. */
function withImporters(module: string, findImporters: ImportersOf): string[] {
  const seen = new Set([module]);
  for (const each of seen) for (const importer of findImporters(each)?.importers ?? []) seen.add(importer);
  return [...seen];
}

/**
 * Returns the pages that cannot be shown without a module: `every`, where neither login nor dashboard can; `dashboard`,
 * where only the dashboard cannot. Null for all others.
 */
export function pagesNeeding(module: string, findImporters: ImportersOf): 'every' | 'dashboard' | null {
  const importers = withImporters(module, findImporters);
  const isIn = (start: RegExp) => importers.some((each) => start.test(each));
  if (isIn(main)) return 'every';
  if (!isIn(dashboard)) return null;
  return isIn(login) ? 'every' : 'dashboard';
}

function findChunks(bundle: Bundle): Chunk[] {
  return Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
}

/** The files that a document names itself. */
function namedIn(html: string): string[] {
  const tags = html.match(/<script[^>]*>|<link rel="modulepreload"[^>]*>/g) ?? [];
  return tags.flatMap((tag) => / (?:src|href)="\/([^"]+)"/.exec(tag)?.[1] ?? []);
}

/**
 * The files of JavaScript that a browser fetches before it can show a page: those that the document (its text) names, the
 * module of the page, and everything that these need before they can run. Throws when there is no such module.
 */
export function findScripts(bundle: Bundle, { document, module }: Page): string[] {
  const ofModule = findChunks(bundle).filter(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith(`/src/${module}`)),
  );
  if (module && ofModule.length === 0)
    throw new Error(`The build has no ${module}: correct the budgets of the first load.`);
  const needed = new Set([...namedIn(document), ...ofModule.map(({ fileName }) => fileName)]);
  for (const name of needed) {
    const file = bundle[name];
    if (file?.type === 'chunk') for (const imported of file.imports) needed.add(imported);
  }
  return [...needed];
}

/** A build that is finished: what it consists of, and the content of its files. */
export type Build = { bundle: Bundle; read: (fileName: string) => string };

/** Kilobytes of JavaScript, compressed, that a browser fetches before it can show a page. */
export function firstLoad({ bundle, read }: Build, { document, module }: Page): number {
  const scripts = findScripts(bundle, { document: read(document), ...(module && { module }) });
  const bytes = scripts.map((name) => gzipSync(read(name), { level: 9 }).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** What is too heavy, a sentence each. */
export function overweight(built: Build, allowed: readonly Budget[]): string[] {
  return allowed.flatMap(({ page, kilobytes, ...of }) => {
    const found = firstLoad(built, of);
    if (found <= kilobytes) return [];
    return [`The ${page} fetches ${found.toFixed(1)} kB of JavaScript first; ${kilobytes} kB are allowed.`];
  });
}

/**
 * Fails a build whose pages have become too heavy to open. Counts the files as they were written: until then they change.
 */
export function firstLoadBudget(): Plugin {
  return {
    name: 'first-load-budget',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir = '' }, bundle) {
      const read = (fileName: string) => readFileSync(join(dir, fileName), 'utf8');
      const problems = overweight({ bundle, read }, budgets);
      if (problems.length > 0) this.error(problems.join('\n'));
    },
  };
}
