import { join } from 'node:path';
import { runTool } from '../process/run-tool.mjs';
import { root } from '../root.mjs';
import { fetchPnpm, installDependencies, registry } from '../toolchain/dependencies.mjs';
import { childEnvironment } from '../toolchain/environment.mjs';

/**
 * Sets the project up, fetches Stryker, which no other command needs, and tries changes of the sync engine. Returns the
 * exit code: 0 when tests detect as many of them as `mutation/stryker.config.mjs` requires.
 */
export async function runMutation({ args, signal }) {
  await installDependencies(signal);
  const mutation = join(root, 'mutation');
  const run = (program, rest, cwd) =>
    runTool({
      command: process.execPath,
      args: [program, ...rest],
      env: childEnvironment(),
      cwd,
      signal,
      show: true,
    });
  const pnpm = join(await fetchPnpm(signal), 'bin', 'pnpm.mjs');
  const options = ['--ignore-workspace', '--frozen-lockfile', ...registry()];
  const installed = await run(pnpm, ['install', ...options], mutation);
  if (!installed.ok) return 1;
  const stryker = join(mutation, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const config = join(mutation, 'stryker.config.mjs');
  const { ok } = await run(stryker, ['run', config, ...args], join(root, 'packages', 'sync-engine'));
  return ok ? 0 : 1;
}
