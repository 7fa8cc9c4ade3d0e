import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressFiles } from '@picksync/web/vite.precompress.ts';
import type { AstroIntegration } from 'astro';
import { findDeadLinks } from './dead-links.ts';
import { base, picturesFolder } from './link-pages.ts';
import { docsFolder } from './read-pages.ts';

/** A script in a page that has its text there, with what its element says. */
const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]+?)<\/script>/g;
/** The sign of the product, as the application has it. */
const favicon = join(import.meta.dirname, '../../web/public/favicon.svg');
/** Where the API serves the site from. */
const served = join(import.meta.dirname, '../dist');
/** A hundred pages at the highest one would take a minute. */
const docsQuality = 9;

/** Completes what was built: no script is left in a page, pictures are there, every link leads somewhere. */
export function finishSite(): AstroIntegration {
  return {
    name: 'finish-site',
    hooks: {
      'astro:build:done': ({ dir }) => {
        finish(fileURLToPath(dir));
        replaceSite(fileURLToPath(dir), served);
      },
    },
  };
}

/** Puts a site that is whole in the place of the one before: a build that is ended half-way must leave no half of one. */
export function replaceSite(built: string, place: string): void {
  const before = join(built, '../before');
  rmSync(before, { recursive: true, force: true });
  if (existsSync(place)) renameSync(place, before);
  renameSync(built, place);
  rmSync(before, { recursive: true, force: true });
}

function finish(dist: string): void {
  copyPictures(join(dist, picturesFolder));
  copyFileSync(favicon, join(dist, basename(favicon)));
  const font = listFiles(join(dist, '_astro')).find((name) => name.endsWith('.woff2'));
  const pages = new Map<string, string>();
  for (const file of listFiles(dist).filter((name) => name.endsWith('.html'))) {
    const html = takeOutScripts(complete(readFileSync(join(dist, file), 'utf8'), font), (name, script) =>
      writeFileSync(join(dist, '_astro', name), script),
    );
    writeFileSync(join(dist, file), html);
    pages.set(file, html);
  }
  const dead = findDeadLinks(pages, new Set(listFiles(dist)));
  if (dead.length > 0) throw new Error(`These links lead nowhere:\n${dead.join('\n')}`);
  compressFiles(dist, docsQuality);
}

/** Returns the page with the name of its search, and with its font asked for at once, so that no line has to move for it. */
function complete(html: string, font: string | undefined): string {
  if (font === undefined) throw new Error('The site has no font');
  const preload = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${base}/_astro/${font}">`;
  return breakCodeInTables(nameSearch(html)).replace('</title>', `</title>${preload}`);
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replace(/^\//, ''));
}

function copyPictures(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const file of listFiles(docsFolder).filter((name) => name.endsWith('.png'))) {
    copyFileSync(join(docsFolder, file), join(folder, basename(file)));
  }
}

/**
 * Returns the page with each script of its own in a file, because the content security policy allows none in a page. It runs at
 * the same place and time as before.
 */
export function takeOutScripts(html: string, write: (name: string, script: string) => void): string {
  return html.replaceAll(inlineScript, (all, attributes: string, script: string) => {
    if (/type="(?!module|text\/javascript)/.test(attributes)) return all;
    const name = `${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;
    write(name, script);
    return `<script${attributes} src="${base}/_astro/${name}"></script>`;
  });
}

const cell = /<td\b[\s\S]*?<\/td>/g;
const codeText = /(?<=<code[^>]*>)[^<]+(?=<\/code>)/g;

/**
 * Returns the page with places in the code of its tables where a narrow screen may break it: after the signs that join names. It
 * happens after the search has read the page, which would take the parts for words.
 */
export function breakCodeInTables(html: string): string {
  return html.replaceAll(cell, (one) =>
    one.replaceAll(codeText, (code) => code.replaceAll(/(?<=[/_.])(?=[a-z])/gi, '<wbr>')),
  );
}

const searchLabel =
  / aria-label="Search"([^>]*>[\s\S]*?<span class="sl-hidden md:sl-block[^"]*)" aria-hidden="true"([^>]*)>/;

/**
 * Returns the page with a button of the search that is named by the word that it shows. Its label would leave out the shortcut,
 * which stands there too.
 */
export function nameSearch(html: string): string {
  if (!searchLabel.test(html)) throw new Error('The button of the search is not where it was');
  return html.replace(searchLabel, '$1 search-label"$2>');
}
