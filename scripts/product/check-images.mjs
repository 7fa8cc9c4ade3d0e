// Builds the images of the Dockerfile with buildah and looks into them: their size, and what may not be there.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { neverShipped } from './never-shipped.mjs';

const targets = ['migrate', 'api', 'sync-worker'];
/** Base included. */
const limitMb = 350;

/** Runs in an image: how large it is, and which packages it has. */
const look = `
const { existsSync, lstatSync, readdirSync } = require('node:fs');
const sizes = new Map();
function add(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = folder + '/' + entry.name;
    if (['//proc', '//sys', '//dev'].includes(path)) continue;
    if (entry.isDirectory()) add(path);
    else {
      const { dev, ino, size } = lstatSync(path);
      sizes.set(dev + ':' + ino, size);
    }
  }
}
add('/');
const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
// What is built of the pages has no package.json: it ships without its program.
const ours = ['packages', 'apps'].flatMap((part) =>
  readdirSync('/app/' + part).filter((name) => existsSync('/app/' + part + '/' + name + '/package.json')));
const packages = readdirSync('/app/node_modules/.pnpm').concat(ours.map((name) => '@picksync+' + name));
console.log(JSON.stringify({ bytes, packages }));`;

function buildah(...args) {
  const { status, stdout, stderr, error } = spawnSync('buildah', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (error || status !== 0) throw new Error(`buildah ${args[0]} failed: ${error ?? stderr.slice(-3000)}`);
  return stdout.trim();
}

/** Returns the name of a package from the folder that pnpm keeps it in: `@scope+name@1.2.3_peer@1.0.0`. */
function toName(folder) {
  return folder.replace(/(?!^)@.*/, '').replace('+', '/');
}

function lookInto(image) {
  const container = buildah('from', image);
  try {
    return JSON.parse(buildah('run', '--user', 'root', container, '--', 'node', '-e', look));
  } finally {
    buildah('rm', container);
  }
}

/** Nothing was checked. */
const notRun = 2;

/** Builds and looks into every image. Returns the exit code: 1 where an image is not as it should be, 2 where none could be built. */
export function checkImages() {
  if (spawnSync('buildah', ['--version']).error) {
    console.error('Nothing was checked: buildah is missing (Debian: apt-get install buildah).');
    return notRun;
  }
  const version = readFileSync(join(root, '.node-version'), 'utf8').trim();
  const base = process.env.NODE_IMAGE || `docker.io/library/node:${version}-slim`;
  let failed = 0;
  for (const target of targets) {
    const image = `picksync-${target}`;
    buildah(
      'build',
      '--layers',
      '--build-arg',
      `NODE_IMAGE=${base}`,
      '--target',
      target,
      '--tag',
      image,
      '.',
    );
    const { bytes, packages } = lookInto(image);
    const mb = Math.round(bytes / 1e6);
    const found = packages.map(toName).filter((name) => neverShipped.test(name));
    if (mb > limitMb || found.length > 0) failed += 1;
    console.log(
      `${image}: ${mb} MB (at most ${limitMb}), ${packages.length} packages${found.length > 0 ? `, among them ${found.join(', ')}` : ''}`,
    );
  }
  return failed > 0 ? 1 : 0;
}
