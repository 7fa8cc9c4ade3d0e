import { join } from 'node:path';
import { runTool } from '../process/run-tool.mjs';
import { root } from '../root.mjs';
import { alone } from './alone.mjs';
import { childEnvironment } from './environment.mjs';

// Nothing outside the project is read or written, also when this is one of several work trees or a cache is configured.
const flags = ['--output-logs=errors-only', '--cache=local:rw', '--cache-dir=.turbo/cache'];

/** Runs turbo tasks; their outputs are kept, so that a second run takes no time. What a failed one said is shown. */
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
