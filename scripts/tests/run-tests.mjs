// Runs every check and adds up what the runners counted: `N passed, N failed` is the last line.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment, root, turbo } from '../toolchain.mjs';

function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules', '.bin', command), args, {
      cwd: root,
      env: { ...childEnvironment(), ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

const asOne = (ok) => (ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** What a runner wrote in its report; a runner that failed without a failed test counts as one failure. */
function counted(ok, report, read) {
  const { passed, failed } = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 };
  return { passed, failed: ok ? failed : Math.max(failed, 1) };
}

const formatAndLint = async () => asOne(await run('biome', ['check', '--error-on-warnings']));

const types = async () => asOne(turbo(['typecheck'], { show: true }));

async function unitsAndIntegration(reports) {
  const report = join(reports, 'vitest.json');
  const ok = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return counted(ok, report, (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests }));
}

async function journeys(reports) {
  const report = join(reports, 'playwright.json');
  const cli = join(root, 'e2e', 'node_modules', '.bin', 'playwright');
  if (!turbo(['build'], { show: true })) return asOne(false);
  const ok = await run(`../../e2e/node_modules/.bin/${cli.split('/').at(-1)}`, ['test', '--config=e2e'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  return counted(ok, report, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }));
}

const runners = [
  ['Format and lint', formatAndLint],
  ['Types', types],
  ['Units and integration', unitsAndIntegration],
  ['Journeys in the browser', journeys],
];

/** Runs everything, also after a failure, prints the sum and answers the exit code. */
export async function runTests() {
  const reports = mkdtempSync(join(tmpdir(), 'picksync-test-'));
  const sum = { passed: 0, failed: 0 };
  for (const [name, runner] of runners) {
    console.log(`\n${name}`);
    const { passed, failed } = await runner(reports);
    sum.passed += passed;
    sum.failed += failed;
    if (failed > 0) console.log(`${name}: ${failed} failed`);
  }
  rmSync(reports, { recursive: true, force: true });
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed > 0 ? 1 : 0;
}
