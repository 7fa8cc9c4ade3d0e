import { join } from 'node:path';
import { runTool } from '../process/run-tool.mjs';
import { root } from '../root.mjs';
import { installDependencies } from '../toolchain/dependencies.mjs';
import { childEnvironment } from '../toolchain/environment.mjs';
import { turbo } from '../toolchain/turbo.mjs';

/** Sets the project up like the other two commands, measures the figures, and returns the exit code. */
export async function runBench({ args, signal }) {
  await installDependencies(signal);
  if (!(await turbo(['generate', 'build'], signal))) return 1;
  const { ok } = await runTool({
    command: process.execPath,
    args: [join(root, 'bench', 'run.ts'), ...args],
    env: childEnvironment(),
    cwd: root,
    signal,
    show: true,
  });
  return ok ? 0 : 1;
}
