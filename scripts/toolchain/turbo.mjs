import { join } from 'node:path';
import { runTool } from '../process/run-tool.mjs';
import { root } from '../root.mjs';
import { alone } from './alone.mjs';
import { childEnvironment } from './environment.mjs';

// Uses only the cache inside the project, also in a git worktree or when another cache is configured.
const flags = ['--output-logs=errors-only', '--cache=local:rw', '--cache-dir=.turbo/cache'];

/** Runs turbo tasks. Their outputs are cached, so that a second run is quick. The output of a failed task is shown. */
export async function turbo(tasks, signal) {
  const run = () =>
    runTool({
      command: join(root, 'node_modules', '.bin', 'turbo'),
      args: ['run', ...tasks, ...flags],
      env: childEnvironment(),
      signal,
    });
  const { ok, said } = await alone(run, signal);
  if (!ok) console.error(said.trim());
  return ok;
}
