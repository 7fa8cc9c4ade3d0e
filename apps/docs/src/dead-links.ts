import { base } from './link-pages.ts';

/** What the product serves beside the documentation. */
const places = [
  '/',
  '/api/docs',
  '/api/docs/try',
  '/api/openapi.json',
  '/dashboard',
  '/help',
  '/settings',
  '/status',
  '/theme.js',
  '/favicon.svg',
];

const target = /<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g;

/** Returns the links of the pages that lead nowhere on this site, each with the page that has it. */
export function findDeadLinks(pages: ReadonlyMap<string, string>, files: ReadonlySet<string>): string[] {
  const anchors = new Map([...pages].map(([file, html]) => [toAddress(file), readIds(html)]));
  return [...pages].flatMap(([file, html]) =>
    [...html.matchAll(target)]
      .map(([, address = '']) => address.replaceAll('&amp;', '&'))
      .filter((address) => !leadsSomewhere(address, toAddress(file)))
      .map((address) => `${file}: ${address}`),
  );

  function leadsSomewhere(address: string, from: string): boolean {
    if (/^(?:https?:|mailto:|data:)/.test(address)) return true;
    const [path = '', fragment] = address.split('#');
    const page = path === '' ? from : (path.split('?', 1)[0] ?? '');
    if (!page.startsWith(base)) return places.includes(page);
    const ids = anchors.get(page);
    if (ids) return !fragment || ids.has(decodeURIComponent(fragment));
    return files.has(decodeURIComponent(page.slice(base.length + 1)));
  }
}

function toAddress(file: string): string {
  const path = file.replace(/(?:^|\/)index\.html$/, '');
  return path === '' ? base : `${base}/${path}`;
}

function readIds(html: string): Set<string> {
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));
}
