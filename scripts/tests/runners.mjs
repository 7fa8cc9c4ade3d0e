import { join } from 'node:path';
import { runTool } from '../process/run-tool.mjs';
import { root } from '../root.mjs';
import { turbo } from '../toolchain/turbo.mjs';
import { countReport, readFileSeconds } from './reports.mjs';

function asOne(ok) {
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function run(command, { folder = '.', ...rest }) {
  return runTool({ command: join(root, folder, 'node_modules', '.bin', command), ...rest });
}

function summary(report) {
  return { ...countReport(report), files: readFileSeconds(report) };
}

async function formatAndLint({ env, signal }) {
  // Without a repository Biome would look for one; the file that says what to ignore is enough.
  const { ok, said } = await run('biome', { args: ['check', '--error-on-warnings'], env, signal });
  return { ...asOne(ok), said };
}

/** What is built is what the journeys start; what is generated is what the other checks import. */
async function typesAndBuild({ signal }) {
  return asOne(await turbo(['generate', 'sources', 'typecheck', 'build'], signal));
}

/** Files, exports and dependencies that nothing uses. */
async function unusedCode({ env, signal }) {
  const { ok, said } = await run('knip', { args: ['--no-progress', '--no-config-hints'], env, signal });
  return { ...asOne(ok), said };
}

async function unitsAndIntegration({ env, signal, reports }) {
  const file = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { ok } = await run('vitest', { args, env, signal, show: true });
  return summary({ format: 'vitest', file, ok });
}

async function journeys({ env, signal, reports }) {
  const file = join(reports, 'playwright.json');
  const { ok } = await run('playwright', {
    folder: 'e2e',
    args: ['test', '--config=e2e'],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    signal,
    show: true,
  });
  return summary({ format: 'playwright', file, ok });
}

/**
 * Every check by its name, in the order in which they are run; those of one step run at the same time. One of a step
 * at most shows what it says while it runs, the others keep it to the end.
 */
export const steps = [
  { 'Types and build': typesAndBuild, 'Format and lint': formatAndLint },
  { 'Units and integration': unitsAndIntegration },
  // Journeys wait now and then, units hardly ever: only beside journeys is there time for more.
  { 'Journeys in the browser': journeys, 'Unused code': unusedCode },
];
