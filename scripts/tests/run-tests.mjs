// Runs every check and adds up what the runners counted: `N passed, N failed` is the last line.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDependencies } from '../toolchain/dependencies.mjs';
import { describeFailures } from './describe-failures.mjs';
import { findTests } from './find-tests.mjs';
import { steps, stepsFor } from './runners.mjs';
import { slowestFiles } from './slowest-files.mjs';
import { testEnvironment } from './test-environment.mjs';

// A runner that hangs counts as a failure. A machine was seen to be three times slower than the day before: that is no failure.
const maxRunMs = 40 * 60_000;

async function runOne(runner, { signal, ...rest }) {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(maxRunMs)]);
  try {
    return await runner({ signal: limited, ...rest });
  } catch (error) {
    signal.throwIfAborted();
    console.error(error);
    return { passed: 0, failed: 1 };
  }
}

/** Runs the checks of one step at the same time and returns what each counted. */
async function runStep(step, options) {
  const names = Object.keys(step);
  console.log(`\n${names.join(', ')}`);
  const counts = await Promise.all(names.map((name) => runOne(step[name], options)));
  for (const [index, { passed, failed, said }] of counts.entries()) {
    if (failed > 0 && said) console.log(said.trimEnd());
    console.log(`${names[index]}: ${passed} passed, ${failed} failed`);
  }
  return counts.map((count, index) => ({ check: names[index], ...count }));
}

/** Runs all steps, also after a failure, prints the slowest files, the failures and the sum, and returns the exit code. */
export async function runSteps(steps, signal) {
  const folder = mkdtempSync(join(tmpdir(), 'picksync-test-'));
  // PostgreSQL may run under another account and has to pass through.
  chmodSync(folder, 0o755);
  const counts = [];
  try {
    const options = { signal, reports: folder, env: testEnvironment(folder) };
    for (const step of steps) counts.push(...(await runStep(step, options)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const sumCounts = (key) => counts.reduce((sum, count) => sum + count[key], 0);
  console.log(`\n${slowestFiles(counts.flatMap(({ files = [] }) => files))}`);
  const failures = describeFailures(counts);
  if (failures) console.log(`\n${failures}`);
  console.log(`\n${sumCounts('passed')} passed, ${sumCounts('failed')} failed`);
  return sumCounts('failed') > 0 ? 1 : 0;
}

/** Runs every check, or the tests that the words name. */
export async function runTests(signal, words) {
  const found = words.length > 0 && findTests(words);
  await installDependencies(signal);
  return runSteps(found ? stepsFor(found) : steps, signal);
}
