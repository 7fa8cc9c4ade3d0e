import type { Plugin } from 'vite';
import { features } from 'web-features';

// What every browser of today has is "Baseline": https://web.dev/baseline. The data is that of the W3C community group which
// decides it; the names are those of browser-compat-data.

/** What is used though it is not widely available, and what happens where it is missing. A name stands for what begins with it. */
export const withFallback: Record<string, string> = {
  'api.AbortSignal.timeout_static':
    'All have it since 2022; before 2024 Chrome gave another name to the error, which nobody reads.',
  'css.at-rules.property':
    'Tailwind sets the same values on * where it is not known; nothing else depends on it.',
  'css.properties.accent-color': 'Boxes and bars have the colour of the browser.',
  'css.properties.backdrop-filter':
    'What shines through is not blurred; the surface has a colour of its own.',
  'css.properties.cursor': 'Phones and tablets have no pointer to draw.',
  'css.properties.font-family.ui-monospace': 'The next font of the list is taken.',
  'css.properties.forced-color-adjust': 'Safari has no forced colours.',
  'css.properties.overflow-anchor': 'The list may jump when rows are added above.',
  'css.properties.overscroll-behavior': 'The page behind a dialog scrolls on at its end.',
  'css.properties.print-color-adjust': 'Prints leave out backgrounds.',
  'css.properties.resize': 'A text field keeps its height.',
  'css.properties.text-wrap': 'Lines break where they are full.',
  'css.selectors.marker': 'A list keeps its markers in their own colour, and a summary its triangle.',
  'css.selectors.open': 'Stands beside [open] in a list of selectors that forgives what is not known.',
  'css.selectors.popover-open':
    'Stands beside [open] in a list of selectors that forgives what is not known.',
  'css.properties.user-select': 'Text can be selected; Safari knows it with a prefix, which Tailwind writes.',
};

/** Returns the entries of `withFallback` that are not needed any more: all that they stand for is widely available. */
export function findUnneeded(): string[] {
  const isLacking = (known: string) =>
    [...statuses].some(
      ([name, baseline]) => baseline !== 'high' && (name === known || name.startsWith(`${known}.`)),
    );
  return Object.keys(withFallback).filter((known) => !isLacking(known));
}

type Baseline = 'high' | 'low' | false;

/** How available each name is: `high` for two and a half years, `low` for less, false not everywhere. */
const statuses = new Map<string, Baseline>(
  Object.values(features).flatMap((feature) => {
    if (feature.kind !== 'feature') return [];
    const { by_compat_key: byName = {}, baseline } = feature.status;
    return (feature.compat_features ?? []).map((name: string): [string, Baseline] => [
      name,
      byName[name]?.baseline ?? baseline,
    ]);
  }),
);

function isOutside(name: string): boolean {
  const baseline = statuses.get(name);
  if (baseline === undefined || baseline === 'high') return false;
  return !Object.keys(withFallback).some((known) => name === known || name.startsWith(`${known}.`));
}

/** Returns what a style sheet uses that is not Baseline and has no known fallback. */
export function findStylesOutside(css: string): string[] {
  const found = new Set<string>();
  const see = (name: string) => isOutside(name) && found.add(name);
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"|'[^']*'|\\./g, '_');
  for (const [, text = '', end] of plain.matchAll(/([^{};]+)([{};]?)/g)) {
    if (end === '{') for (const name of listPreludeNames(text.trim())) see(name);
    else for (const name of listDeclarationNames(text)) see(name);
  }
  return [...found];
}

function listPreludeNames(prelude: string): string[] {
  const names = (pattern: RegExp, group: string) =>
    Array.from(prelude.matchAll(pattern), ([, name]) => `css.${group}.${name}`);
  if (!prelude.startsWith('@')) return names(/::?([a-z-]+)/g, 'selectors');
  return [...names(/^@([a-z-]+)/g, 'at-rules'), ...names(/\(\s*([a-z-]+)\s*[:)<>=]/g, 'at-rules.media')];
}

function listDeclarationNames(declaration: string): string[] {
  const [, property, value] = /^\s*([a-z-]+)\s*:([\s\S]*)$/.exec(declaration) ?? [];
  // A custom property may hold anything.
  if (!property || value === undefined || property.startsWith('--')) return [];
  const words = Array.from(value.matchAll(/(?<![\w-])([a-z][a-z-]*)(?![\w-(])/g), ([, word]) => word);
  const calls = Array.from(value.matchAll(/(?<![\w-])([a-z-]+)\(/g), ([, word]) => word);
  return [
    `css.properties.${property}`,
    ...words.map((word) => `css.properties.${property}.${word}`),
    ...calls.flatMap((word) => [`css.types.${word}`, `css.types.color.${word}`]),
  ];
}

/** The objects that every script has, by the interface that says what they can. */
const globals: Record<string, string> = {
  window: 'Window',
  document: 'Document',
  navigator: 'Navigator',
  crypto: 'Crypto',
  history: 'History',
  location: 'Location',
  performance: 'Performance',
  screen: 'Screen',
};

/** Methods of values, by their last name: without types, one that any widely available interface has is taken for that one. */
const methods = Map.groupBy(
  [...statuses.keys()].filter((name) => /^(?:api|javascript\.builtins)\.[A-Z]\w*\.[a-z]\w*$/.test(name)),
  (name) =>
    name
      .replace(/_static$/, '')
      .split('.')
      .at(-1) ?? '',
);
function isNowhereWide(names: readonly string[]): boolean {
  return names.every((name) => statuses.get(name) !== 'high');
}

/** Returns what a script calls that is not Baseline and has no known fallback. */
export function findCallsOutside(source: string): string[] {
  const found = new Set<string>();
  const see = (name: string) => isOutside(name) && found.add(name);
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  for (const [, object = '', name] of code.matchAll(/(?<![\w.])([a-z]+)\.([a-zA-Z]+)/g)) {
    const type = globals[object];
    if (type) see(`api.${type}.${name}`);
  }
  for (const [, type, name] of code.matchAll(/(?<![\w.'])([A-Z]\w+)\.([a-z]\w*)\(/g)) {
    for (const one of [`javascript.builtins.${type}.${name}`, `api.${type}.${name}_static`]) see(one);
  }
  for (const [, type] of code.matchAll(/\bnew ([A-Z]\w+)\(/g)) {
    for (const one of [`javascript.builtins.${type}`, `api.${type}`]) see(one);
  }
  for (const [, name = ''] of code.matchAll(/\.([a-z]\w*)\(/g)) {
    const all = methods.get(name) ?? [];
    if (isNowhereWide(all)) for (const one of all.filter((one) => ofValues.test(one))) see(one);
  }
  return [...found];
}

/** What values of the language and elements of a page can; the rarer interfaces share names with our own functions. */
const ofValues =
  /^(?:javascript\.builtins\.(?:Array|Iterator|Map|Set|WeakMap|Promise|Date|RegExp|Math|Object)|api\.(?:Element|HTMLElement|HTMLDialogElement|Document))\./;

/** Refuses a build whose style sheets, Tailwind's classes among them, use what not every browser has. */
export function baselineStyles(): Plugin {
  return {
    name: 'baseline-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const sheets = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'));
      const found = sheets.flatMap((sheet) =>
        sheet.type === 'asset' ? findStylesOutside(String(sheet.source)) : [],
      );
      if (found.length > 0)
        this.error(`Not every browser has ${found.join(', ')}: see docs/decisions/baseline-only.md.`);
    },
  };
}
