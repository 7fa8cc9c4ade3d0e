// Takes the pictures of the documentation: starts the product on free ports with data of its own, lets a person use it
// for what looks like a week and a half, photographs the dashboard, and stops everything.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from '../process/run-tool.mjs';
import { root } from '../root.mjs';
import { testEnvironment } from '../tests/test-environment.mjs';
import { installDependencies } from '../toolchain/dependencies.mjs';

/** Returns the exit code. The pictures stand in `docs/` afterwards. */
export async function takePictures(signal) {
  await installDependencies(signal);
  const folder = mkdtempSync(join(tmpdir(), 'picksync-pictures-'));
  // PostgreSQL may run under another account and has to pass through.
  chmodSync(folder, 0o755);
  try {
    const command = join(root, 'e2e', 'node_modules', '.bin', 'playwright');
    const args = ['test', '--config=e2e/pictures.config.ts'];
    const { ok } = await runTool({ command, args, env: testEnvironment(folder), signal, show: true });
    return ok ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
