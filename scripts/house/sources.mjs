import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';

export function readProjectFile(path) {
  return readFileSync(join(root, path), 'utf8');
}

/** The patterns of `.gitignore`, which only has names, paths and `*.extension`. */
const ignored = new Set(['.git', ...readProjectFile('.gitignore').split('\n')]);

function isIgnored(path, name) {
  return ignored.has(name) || ignored.has(path) || ignored.has(`*${name.slice(name.lastIndexOf('.'))}`);
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (isIgnored(path, entry.name)) return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** Every file of the project, with or without a repository around it. */
export function projectFiles() {
  return filesBelow('.');
}

function isTest(path) {
  return /\.(test|spec)\.tsx?$|\/testing\//.test(path);
}

/** Source files of the product with their lines: apps and packages, without tests. */
export function sourceFiles() {
  return projectFiles()
    .filter((path) => /^(apps|packages)\/.*\.(ts|tsx|js|mjs)$/.test(path) && !isTest(path))
    .map((path) => ({ path, text: readProjectFile(path) }))
    .map((file) => ({ ...file, lines: file.text.trimEnd().split('\n').length }));
}
