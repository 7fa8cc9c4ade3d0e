// Brings what a fresh machine lacks: a Node new enough, pnpm, the dependencies. Runs on any Node from 18 on.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Unusable } from './unusable.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const toolchain = join(root, '.toolchain');
const windows = process.platform === 'win32';

// pg-boss, Vitest and type stripping need it; older ones fetch the version in .node-version.
const oldestUsable = [22, 20];

const usable = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldestUsable[0] || (major === oldestUsable[0] && minor >= oldestUsable[1]);
};

const manifest = (path) => JSON.parse(readFileSync(path, 'utf8'));
const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

function installTools(packages) {
  try {
    mkdirSync(toolchain, { recursive: true });
    writeFileSync(join(toolchain, 'package.json'), '{ "private": true }\n');
  } catch {
    throw new Unusable(`Cannot write to ${root}. Give this user write permission there, then try again.`);
  }
  const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', '--prefix', toolchain, ...flags, ...packages], {
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: windows,
  });
  if (status !== 0)
    throw new Unusable(
      `Could not fetch ${packages.join(' and ')} from the npm registry. Check the network connection, then try again.`,
    );
}

/** Turbo calls `pnpm` by its name: a small script of that name stands on the path. */
function installPnpmCommand(script) {
  const bin = join(toolchain, 'bin');
  mkdirSync(bin, { recursive: true });
  if (windows) writeFileSync(join(bin, 'pnpm.cmd'), `@node "${script}" %*\r\n`);
  else writeFileSync(join(bin, 'pnpm'), `#!/bin/sh\nexec node '${script}' "$@"\n`, { mode: 0o755 });
}

/** The Node that runs everything: this one where it is new enough, else one fetched into `.toolchain`. */
function nodeBinary() {
  if (usable(process.versions.node)) return process.execPath;
  const version = read(join(root, '.node-version')).trim();
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  const folder = join(toolchain, 'node_modules', name);
  const binary = join(folder, 'bin', windows ? 'node.exe' : 'node');
  if (!existsSync(binary) || manifest(join(folder, 'package.json')).version !== version) {
    console.log(`Node ${process.versions.node} is too old; fetching Node ${version} into .toolchain`);
    installTools([`${name}@${version}`, pnpmSpec()]);
  }
  return binary;
}

const pnpmSpec = () => manifest(join(root, 'package.json')).packageManager;

function pnpmScript() {
  const folder = join(toolchain, 'node_modules', 'pnpm');
  const script = join(folder, 'bin', 'pnpm.mjs');
  if (!existsSync(script) || `pnpm@${manifest(join(folder, 'package.json')).version}` !== pnpmSpec())
    installTools([pnpmSpec()]);
  installPnpmCommand(script);
  return script;
}

const workspaceFolders = () =>
  ['apps', 'packages'].flatMap((dir) => readdirSync(join(root, dir)).map((name) => join(dir, name)));

function installedDependencies() {
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'];
  for (const folder of [...workspaceFolders(), 'e2e', 'bench']) files.push(join(folder, 'package.json'));
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(read(join(root, file)));
  return hash.digest('hex');
}

function installDependencies(node) {
  const pnpm = pnpmScript();
  const stamp = join(root, 'node_modules', '.picksync-installed');
  const wanted = installedDependencies();
  if (read(stamp) === wanted) return;
  console.log('Installing dependencies');
  const { status, stderr } = spawnSync(node, [pnpm, 'install', '--frozen-lockfile'], {
    cwd: root,
    env: { ...childEnvironment(node), CI: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Unusable(
      `Could not install the dependencies. Check the network connection and the disk, then try again.\n${lastLine(stderr)}`,
    );
  writeFileSync(stamp, wanted);
}

const lastLine = (text) => text.trim().split('\n').slice(-3).join(' ').replace(/\s+/g, ' ');

/** The environment for tools and processes: the right Node and the workspace's commands first on the path. */
export function childEnvironment(node = process.execPath) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), join(toolchain, 'bin'), process.env.PATH];
  return {
    ...process.env,
    PATH: path.join(windows ? ';' : ':'),
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  };
}

/** Runs turbo tasks; their outputs are cached, so that a second run takes no time. */
export function turbo(tasks, options = {}) {
  const binary = join(root, 'node_modules', '.bin', windows ? 'turbo.cmd' : 'turbo');
  const flags = ['--output-logs=errors-only', '--no-update-notifier', ...(options.flags ?? [])];
  const { status, stdout, stderr } = spawnSync(binary, ['run', ...tasks, ...flags], {
    cwd: root,
    env: childEnvironment(),
    stdio: options.show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    shell: windows,
  });
  if (status !== 0 && !options.show) console.error(`${stdout}${stderr}`);
  return status === 0;
}

function handOver(node, script) {
  const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal's Ctrl-C reaches the child by itself; a signal sent to this process alone does not.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

/**
 * Prepares the machine and calls `main` under a Node that is new enough. A setting or a machine that cannot work
 * ends in one sentence and exit code 1.
 */
export async function withToolchain(script, main) {
  try {
    const node = nodeBinary();
    installDependencies(node);
    if (node === process.execPath) await main();
    else handOver(node, script);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
