// Any Node from 18 on can run this file and its imports: it fetches the Node that runs the rest.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watchForInterruption } from '../interruption.mjs';
import { canWrite } from '../process/can-write.mjs';
import { root, toolchain } from '../root.mjs';
import { sentenceFor, Unusable } from '../unusable.mjs';
import { alone } from './alone.mjs';
import { fetchPackage } from './fetch.mjs';
import { pinnedPlatforms, thisPlatform } from './pins.mjs';

/**
 * Returns whether a version can run the project: Node has to strip types itself, and pg-boss, Vitest and nock do not
 * support odd versions.
 */
export function isUsable(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major === 22 && minor >= 20) || (major >= 24 && major % 2 === 0);
}

async function fetchNode(signal) {
  const version = readFileSync(join(root, '.node-version'), 'utf8').trim();
  if (!pinnedPlatforms.includes(thisPlatform()))
    throw new Unusable(
      `Picksync needs Node 24, and has none to fetch for ${thisPlatform()}. Install Node 24, then try again.`,
    );
  const spec = `node-${process.platform}-${process.arch}@${version}`;
  if (!existsSync(join(toolchain, spec)))
    console.log(`Node ${process.versions.node} does not suit; fetching Node ${version} into .toolchain`);
  const binary = join(await alone(() => fetchPackage(spec, { signal }), signal), 'bin', 'node');
  if (spawnSync(binary, ['--version']).status !== 0)
    throw new Unusable(`Node ${version} does not run on this system. Install Node 24, then try again.`);
  return binary;
}

/** Runs the script with another Node: signals are passed on to it, and its exit code is returned. */
function handOver(node, script, signal) {
  const child = spawn(node, [script, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  signal.addEventListener('abort', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

function requireUsableMachine() {
  if (process.platform === 'win32')
    throw new Unusable('Picksync runs on Linux and macOS; on Windows inside WSL. Start it there.');
  if (!canWrite(root))
    throw new Unusable(`Cannot write to ${root}. Give this user write permission there, then try again.`);
}

/**
 * Calls `main` under a suitable Node, with a signal that is aborted when the command has to end, and exits with the
 * code that `main` returns. For settings or a machine that cannot work it prints one sentence and exits with code 1.
 */
export async function withUsableNode({ script, whenInterrupted, main }) {
  const signal = watchForInterruption();
  try {
    requireUsableMachine();
    const code = isUsable(process.versions.node)
      ? await main(signal)
      : await handOver(await fetchNode(signal), fileURLToPath(script), signal);
    process.exit(code);
  } catch (error) {
    if (signal.aborted) process.exit(whenInterrupted);
    const sentence = sentenceFor(error);
    if (sentence === undefined) throw error;
    console.error(sentence);
    process.exit(1);
  }
}
