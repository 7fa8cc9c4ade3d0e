import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { docsFolder, toId } from './read-pages.ts';

/** Where the site is. */
export const base = '/docs';

/** Where the pictures of docs/ are on the site. */
export const picturesFolder = 'pictures';

/** Code is left as it is: fences and code marks. */
const code = /^( *)(`{3,})[\s\S]*?^\1\2$|`[^`\n]+`/gm;
const link = /(!?)\[((?:[^[\]]|`[^`]*`)+)\]\(([^()\s]+)\)/g;
const picture =
  /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*<img alt="([^"]+)" src="([^"]+)">\s*<\/picture>/g;

/**
 * Rewrites a page that GitHub shows for the site: links to other pages lead to their addresses, a picture follows the theme of
 * the site, and a link to the source code keeps its text alone. `isPage` says which names are pages.
 */
export function linkPage(name: string, body: string, isPage: (name: string) => boolean): string {
  const kept: string[] = [];
  const keep = (text: string) => `\uE000${kept.push(text) - 1}\uE000`;
  const restore = (text: string): string =>
    text.replaceAll(/\uE000(\d+)\uE000/g, (_all, at: string) => restore(kept[Number(at)] ?? ''));
  const linked = body
    .replaceAll(code, keep)
    .replaceAll(picture, (_all, dark: string, alt: string, light: string) =>
      keep(renderPicture(name, { dark, light, alt })),
    )
    .replaceAll(link, (all, mark: string, text: string, target: string) =>
      mark ? all : (rewrite(name, text, target, isPage) ?? all),
    );
  return restore(linked);
}

/** Returns a link for the site; undefined if it stays as it is. */
function rewrite(
  name: string,
  text: string,
  target: string,
  isPage: (name: string) => boolean,
): string | undefined {
  if (/^(?:\w+:|#|\/)/.test(target)) return undefined;
  const [path = '', fragment] = target.split('#');
  const file = posix.join(posix.dirname(name), path);
  const page = file.replace(/\.md$/, '');
  if (!file.endsWith('.md') || !isPage(page)) return text;
  return `[${text}](${toAddress(page)}${fragment ? `#${fragment}` : ''})`;
}

/** Returns the address of a page on the site. */
export function toAddress(name: string): string {
  const id = toId(name);
  return id === 'index' ? base : `${base}/${id}`;
}

type Pair = { dark: string; light: string; alt: string };

function renderPicture(name: string, { dark, light, alt }: Pair): string {
  const render = (src: string, theme: string) => {
    const file = posix.join(posix.dirname(name), src);
    const { width, height } = readSize(join(docsFolder, file));
    return `<img class="only-${theme}" src="${base}/${picturesFolder}/${posix.basename(file)}" alt="${alt}" width="${width}" height="${height}" loading="lazy" decoding="async">`;
  };
  return `<figure class="screen">${render(light, 'light')}${render(dark, 'dark')}</figure>`;
}

/** Reads width and height from the head of a PNG file, so that the page keeps room for it. */
function readSize(file: string): { width: number; height: number } {
  const head = readFileSync(file).subarray(0, 24);
  if (head.toString('latin1', 1, 4) !== 'PNG') throw new Error(`${file} is no PNG file`);
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}
