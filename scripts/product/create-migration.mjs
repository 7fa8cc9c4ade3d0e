import { runTool } from '../process/run-tool.mjs';
import { installDependencies } from '../toolchain/dependencies.mjs';
import { childEnvironment } from '../toolchain/environment.mjs';

/** Writes the migration that leads to the Prisma schema as it is now. Returns the exit code. */
export async function createMigration(signal, args) {
  await installDependencies(signal);
  const script = 'packages/db/scripts/create-migration.ts';
  const env = childEnvironment();
  const { ok } = await runTool({
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', script, ...args],
    env,
    signal,
    show: true,
  });
  return ok ? 0 : 1;
}
