import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../toolchain.mjs';

/** Every file of the project that git knows or would add. */
export const projectFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)));

export const readProjectFile = (path) => readFileSync(join(root, path), 'utf8');

const isTest = (path) => /\.(test|spec)\.tsx?$|\/testing\//.test(path);

/** Source files of the product with their lines: apps and packages, without tests. */
export const sourceFiles = () =>
  projectFiles()
    .filter((path) => /^(apps|packages)\/.*\.(ts|tsx|js|mjs)$/.test(path) && !isTest(path))
    .map((path) => ({ path, text: readProjectFile(path) }))
    .map((file) => ({ ...file, lines: file.text.trimEnd().split('\n').length }));
