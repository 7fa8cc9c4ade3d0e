// Runs every check and adds up what the runners counted: `N passed, N failed` is the last line.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDependencies } from '../toolchain/dependencies.mjs';
import { runners } from './runners.mjs';
import { testEnvironment } from './test-environment.mjs';

// A runner that hangs is a failure, not a night without an answer.
const longestRunMs = 10 * 60_000;

async function runOne(runner, { signal, ...rest }) {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(longestRunMs)]);
  try {
    return await runner({ signal: limited, ...rest });
  } catch (error) {
    signal.throwIfAborted();
    console.error(error);
    return { passed: 0, failed: 1 };
  }
}

/** Runs everything, also after a failure, prints the sum and returns the exit code. */
export async function runTests(signal) {
  await installDependencies(signal);
  const folder = mkdtempSync(join(tmpdir(), 'picksync-test-'));
  // PostgreSQL may run under another account and has to pass through.
  chmodSync(folder, 0o755);
  const sum = { passed: 0, failed: 0 };
  try {
    for (const [name, runner] of Object.entries(runners)) {
      console.log(`\n${name}`);
      const counts = await runOne(runner, { signal, reports: folder, env: testEnvironment(folder) });
      sum.passed += counts.passed;
      sum.failed += counts.failed;
      console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed > 0 ? 1 : 0;
}
