import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastWords } from '../process/last-words.mjs';
import { runTool } from '../process/run-tool.mjs';
import { root, toolchain } from '../root.mjs';
import { Unusable } from '../unusable.mjs';
import { alone } from './alone.mjs';
import { childEnvironment } from './environment.mjs';
import { fetchPackage } from './fetch.mjs';

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Returns everything that decides what is installed as one text, to compare. */
function wanted() {
  const folders = ['apps', 'packages'].flatMap((dir) =>
    readdirSync(join(root, dir)).map((name) => join(dir, name)),
  );
  const manifests = ['.', 'e2e', 'bench', ...folders].map((folder) => join(folder, 'package.json'));
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests])
    hash.update(file).update(read(join(root, file)));
  return hash.digest('hex');
}

/** Writes a small script named `pnpm` into a folder of the path, because turbo calls it by that name. */
function putPnpmOnPath(spec) {
  const bin = join(toolchain, 'bin');
  mkdirSync(bin, { recursive: true });
  const script = `#!/bin/sh\nexec node "$(dirname "$0")/../${spec}/node_modules/pnpm/bin/pnpm.mjs" "$@"\n`;
  const file = join(bin, 'pnpm');
  if (read(file) !== script) writeFileSync(file, script, { mode: 0o755 });
}

// Without a network pnpm would retry for minutes.
const retries = ['--config.fetch-retry-mintimeout=1000', '--config.fetch-retry-maxtimeout=1000'];

/**
 * Returns the option for a registry that is set for npm on the command line or in the environment, which pnpm does not
 * read.
 */
export function registry() {
  const { npm_config_registry: address } = process.env;
  return address ? [`--config.registry=${address}`] : [];
}

function reason(said) {
  return said.match(/ERR_PNPM_\w+|no space left on device|permission denied/gi)?.at(-1) ?? lastWords(said);
}

/** Fetches the pnpm that `package.json` names and returns its folder. Only one command at a time may call it. */
export async function fetchPnpm(signal) {
  const spec = JSON.parse(read(join(root, 'package.json'))).packageManager;
  const pnpm = await fetchPackage(spec, { signal });
  putPnpmOnPath(spec);
  return pnpm;
}

async function install(signal) {
  const pnpm = await fetchPnpm(signal);
  const { ok, said } = await runTool({
    command: process.execPath,
    args: [join(pnpm, 'bin', 'pnpm.mjs'), 'install', '--frozen-lockfile', ...retries, ...registry()],
    env: { ...childEnvironment(), CI: 'true' },
    signal,
  });
  if (!ok)
    throw new Unusable(
      `Could not install the dependencies (${reason(said)}). Check the network connection and the disk, then try again.`,
    );
}

/** Installs the dependencies unless what is installed is what the lock file says. */
export async function installDependencies(signal) {
  const stamp = join(root, 'node_modules', '.picksync-installed');
  const isInstalled = () => read(stamp) === wanted();
  if (isInstalled()) return;
  await alone(async () => {
    if (isInstalled()) return;
    console.log('Installing dependencies');
    await install(signal);
    writeFileSync(stamp, wanted());
  }, signal);
}
