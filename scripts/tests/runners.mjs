import { join } from 'node:path';
import { runTool } from '../process/run-tool.mjs';
import { root } from '../root.mjs';
import { turbo } from '../toolchain/turbo.mjs';
import { countReport } from './reports.mjs';

const asOne = (ok) => (ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

const run = (command, { folder = '.', args, env, signal }) =>
  runTool({ command: join(root, folder, 'node_modules', '.bin', command), args, env, signal, show: true });

async function formatAndLint({ env, signal }) {
  // Without a repository Biome would look for one; the file that says what to ignore is enough.
  const { ok } = await run('biome', { args: ['check', '--error-on-warnings'], env, signal });
  return asOne(ok);
}

/** Files, exports and dependencies that nothing uses. */
async function unusedCode({ env, signal }) {
  // What is generated is imported, so it has to be there.
  if (!(await turbo(['generate', 'sources'], signal))) return asOne(false);
  const { ok } = await run('knip', { args: ['--no-progress', '--no-config-hints'], env, signal });
  return asOne(ok);
}

const types = async ({ signal }) => asOne(await turbo(['typecheck'], signal));

async function unitsAndIntegration({ env, signal, reports }) {
  const file = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { ok } = await run('vitest', { args, env, signal });
  return countReport({ format: 'vitest', file, ok });
}

async function journeys({ env, signal, reports }) {
  const file = join(reports, 'playwright.json');
  if (!(await turbo(['generate', 'build'], signal))) return asOne(false);
  const { ok } = await run('playwright', {
    folder: 'e2e',
    args: ['test', '--config=e2e'],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    signal,
  });
  return countReport({ format: 'playwright', file, ok });
}

/** Every check by its name, in the order in which they are run. */
export const runners = {
  'Format and lint': formatAndLint,
  'Unused code': unusedCode,
  Types: types,
  'Units and integration': unitsAndIntegration,
  'Journeys in the browser': journeys,
};
