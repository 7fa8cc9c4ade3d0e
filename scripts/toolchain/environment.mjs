import { dirname, join } from 'node:path';
import { root, toolchain } from '../root.mjs';
import { homeForTools } from './fetch.mjs';

/**
 * Returns the environment for tools and processes, with this Node, the workspace's commands and its pnpm first on the
 * path.
 */
export function childEnvironment() {
  const path = [dirname(process.execPath), join(root, 'node_modules', '.bin'), join(toolchain, 'bin')];
  // In production pnpm would leave out what builds the web application, and React what its tests need.
  const { NODE_ENV, ...env } = process.env;
  return {
    ...env,
    HOME: homeForTools(),
    PATH: [...path, process.env.PATH].join(':'),
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
    // All processes share the cache of compiled TypeScript.
    NODE_COMPILE_CACHE: join(toolchain, 'compile-cache'),
    DO_NOT_TRACK: '1',
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  };
}
