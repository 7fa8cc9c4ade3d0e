import { join } from 'node:path';
import { runTool } from '../process/run-tool.mjs';
import { root } from '../root.mjs';
import { installDependencies } from '../toolchain/dependencies.mjs';
import { childEnvironment } from '../toolchain/environment.mjs';
import { Unusable } from '../unusable.mjs';
import { runSteps } from './run-tests.mjs';
import { checks } from './runners.mjs';

/** Formats every file, orders imports and applies the linter's safe fixes. Returns the exit code. */
async function format(signal) {
  const command = join(root, 'node_modules', '.bin', 'biome');
  const env = childEnvironment();
  const { ok } = await runTool({ command, args: ['check', '--write'], env, signal, show: true });
  return ok ? 0 : 1;
}

/**
 * Runs the checks that need no build and no browser: all of them, or the one that is named. Returns the exit code;
 * `format` changes the files instead.
 */
export async function runChecks(signal, [name, ...more]) {
  const known = ['format', ...Object.keys(checks)];
  if (more.length > 0 || (name !== undefined && !known.includes(name)))
    throw new Unusable(`There is no check "${[name, ...more].join(' ')}", only ${known.join(', ')}.`);
  await installDependencies(signal);
  if (name === 'format') return format(signal);
  return runSteps(name === undefined ? Object.values(checks) : [checks[name]], signal);
}
