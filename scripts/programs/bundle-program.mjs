import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { parse } from 'yaml';
import { root } from '../root.mjs';

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

const { version } = JSON.parse(read('package.json'));

/** What both packages say of themselves. */
const common = { version, license: 'MIT', type: 'module', sideEffects: false };

function writePackage(to, { from, manifest, license = read('LICENSE') }) {
  writeFileSync(join(to, 'package.json'), `${JSON.stringify({ ...manifest, ...common }, null, 2)}\n`);
  copyFileSync(join(root, from, 'README.md'), join(to, 'README.md'));
  writeFileSync(join(to, 'LICENSE'), license);
}

async function bundle({ input, output, plugins = [], ...options }) {
  const build = await rolldown({ input, plugins, ...options });
  await build.write({ format: 'es', ...output });
  await build.close();
}

/** Puts the calls in their place as literals: with the schemas they are made of, a page would carry zod. */
function writeOutCalls(calls) {
  const file = join(root, 'packages/client/src/calls.ts');
  return {
    name: 'write-out-calls',
    load: (id) => (id === file ? `export const calls = ${JSON.stringify(calls)};` : null),
  };
}

const zod = dirname(createRequire(join(root, 'packages/contracts/package.json')).resolve('zod/package.json'));

/** Writes the types of the client into one file without imports: those of the contract are in it, and zod's that they name. */
async function bundleTypes(to) {
  const work = mkdtempSync(join(tmpdir(), 'picksync-types-'));
  try {
    const tsc = join(root, 'node_modules/.bin/tsc');
    const args = ['-p', join(root, 'packages/client/tsconfig.types.json'), '--outDir', work];
    const { status, stdout } = spawnSync(tsc, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The types could not be written:\n${stdout}`);
    const contracts = join(work, 'contracts/src/index.d.ts');
    await bundle({
      input: join(work, 'client/src/index.d.ts'),
      resolve: { alias: { '@picksync/contracts': contracts, zod: join(zod, 'index.d.ts') } },
      plugins: [dts({ dtsOnly: true, tsconfig: false, generator: 'oxc' })],
      output: { dir: to },
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Writes the published form of the client into a folder: one file of code, one of types, no dependencies. */
export async function bundleClient(to) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const { calls } = await import(join(root, 'packages/client/src/calls.ts'));
  await bundle({
    input: join(root, 'packages/client/src/index.ts'),
    platform: 'neutral',
    transform: { target: 'es2022' },
    treeshake: { moduleSideEffects: false },
    plugins: [writeOutCalls(calls)],
    output: { file: join(to, 'index.js') },
  });
  await bundleTypes(to);
  const ofZod = readFileSync(join(zod, 'LICENSE'), 'utf8');
  writePackage(to, {
    from: 'packages/client',
    license: `${read('LICENSE')}\nindex.d.ts has types of zod in it:\n\n${ofZod}`,
    manifest: {
      name: '@picksync/client',
      description: 'Calls the API of Picksync from Node and browsers, typed',
      engines: { node: '>=18' },
      exports: { '.': { types: './index.d.ts', default: './index.js' } },
      types: './index.d.ts',
      files: ['index.js', 'index.d.ts'],
    },
  });
}

/** Returns what a package needs from others, in the versions of the workspace. */
function readDependencies(folder) {
  const { catalog } = parse(read('pnpm-workspace.yaml'));
  const { dependencies } = JSON.parse(read(join(folder, 'package.json')));
  const names = Object.keys(dependencies).filter((name) => !name.startsWith('@picksync/'));
  return Object.fromEntries(names.map((name) => [name, catalog[name]]));
}

/** Writes the published form of the command line into a folder: what is ours is in it, the rest it names. */
export async function bundleCli(to) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const dependencies = readDependencies('apps/cli');
  await bundle({
    input: { picksync: join(root, 'apps/cli/src/main.ts') },
    platform: 'node',
    external: (id) => Object.keys(dependencies).some((name) => id === name || id.startsWith(`${name}/`)),
    output: { dir: to, chunkFileNames: '[name].js' },
  });
  chmodSync(join(to, 'picksync.js'), 0o755);
  writePackage(to, {
    from: 'apps/cli',
    manifest: {
      name: 'picksync',
      description: 'Automations of Picksync as text, and a server for assistants (MCP)',
      engines: { node: '>=22' },
      bin: { picksync: './picksync.js' },
      files: ['*.js'],
      dependencies,
    },
  });
}
