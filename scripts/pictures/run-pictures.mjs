// Takes the pictures of the documentation and of the help: starts the product on free ports with data of its own, lets a
// person use it for what looks like a week and a half, photographs its screens, and stops everything.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from '../process/run-tool.mjs';
import { root } from '../root.mjs';
import { testEnvironment } from '../tests/test-environment.mjs';
import { installDependencies } from '../toolchain/dependencies.mjs';

/** Returns the exit code. The pictures stand in `docs/` and beside the answers of the help afterwards. */
export async function takePictures(signal) {
  await installDependencies(signal);
  // One after the other, each with a product of its own: they fill the same dropdowns of the sandbox.
  for (const part of ['product.picture', 'help.picture']) {
    if (!(await takePart(part, signal))) return 1;
  }
  return 0;
}

/** Returns whether all pictures of a part were taken. */
async function takePart(part, signal) {
  const folder = mkdtempSync(join(tmpdir(), 'picksync-pictures-'));
  // PostgreSQL may run under another account and has to pass through.
  chmodSync(folder, 0o755);
  try {
    const command = join(root, 'e2e', 'node_modules', '.bin', 'playwright');
    const args = ['test', '--config=e2e/pictures.config.ts', part];
    const { ok } = await runTool({ command, args, env: testEnvironment(folder), signal, show: true });
    return ok;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
