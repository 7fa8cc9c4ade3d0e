import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runTool } from '../process/run-tool.mjs';
import { root } from '../root.mjs';
import { turbo } from '../toolchain/turbo.mjs';
import { countReport, readFailures, readFileSeconds } from './reports.mjs';

function asOne(ok) {
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function run(command, { folder = '.', ...rest }) {
  return runTool({ command: join(root, folder, 'node_modules', '.bin', command), ...rest });
}

/** Runs a tool that gives way to whatever else is run at the same time. */
function runInBackground(command, { args, ...rest }) {
  const tool = join(root, 'node_modules', '.bin', command);
  return runTool({ command: 'nice', args: ['-n', '10', tool, ...args], ...rest });
}

function summary(report) {
  return { ...countReport(report), files: readFileSeconds(report), failures: readFailures(report) };
}

async function formatAndLint({ env, signal }) {
  // Biome would look for a git repository, which may be missing; the ignore file is enough.
  const { ok, said } = await run('biome', { args: ['check', '--error-on-warnings'], env, signal });
  return { ...asOne(ok), said };
}

/** Runs first, because the journeys start the build and the other checks import generated code. */
async function typesAndBuild({ signal }) {
  return asOne(await turbo(['generate', 'sources', 'typecheck', 'build'], signal));
}

/** Types alone, for whoever does not want to build: the errors of all packages at once. */
async function types({ signal }) {
  return asOne(
    await turbo(['generate', 'sources', 'typecheck', '--continue=dependencies-successful'], signal),
  );
}

/** Finds files, exports and dependencies that are not used. */
async function unusedCode({ env, signal }) {
  const args = ['--no-progress', '--no-config-hints'];
  const { ok, said } = await runInBackground('knip', { args, env, signal });
  return { ...asOne(ok), said };
}

/** Projects without a database: they need little but processor time. */
const unitProjects = [
  'cli',
  'client',
  'contracts',
  'docs',
  'sandbox',
  'smartsheet-client',
  'sync-engine',
  'web',
];

function vitestArgs(file, ...more) {
  return ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...more];
}

/** The rules of the house, and the tests of the commands. */
async function house({ env, signal, reports }) {
  const file = join(reports, 'house.json');
  const { ok, said } = await run('vitest', { args: vitestArgs(file, '--project=house'), env, signal });
  return { ...summary({ format: 'vitest', file, ok }), said };
}

async function integration({ env, signal, reports }) {
  const file = join(reports, 'integration.json');
  const args = vitestArgs(file, ...unitProjects.map((name) => `--project=!${name}`));
  const { ok } = await run('vitest', { args, env, signal, show: true });
  return summary({ format: 'vitest', file, ok });
}

async function units({ env, signal, reports }) {
  const file = join(reports, 'units.json');
  const projects = unitProjects.map((name) => `--project=${name}`);
  const args = vitestArgs(file, `--maxWorkers=${availableParallelism()}`, ...projects);
  const { ok, said } = await runInBackground('vitest', { args, env, signal });
  return { ...summary({ format: 'vitest', file, ok }), said };
}

async function journeys({ env, signal, reports, args = [] }) {
  const file = join(reports, 'playwright.json');
  const { ok } = await run('playwright', {
    folder: 'e2e',
    args: ['test', '--config=e2e', ...args],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(args.length > 0 && { KEEP_TRACES: 'yes' }) },
    signal,
    show: true,
  });
  return summary({ format: 'playwright', file, ok });
}

/**
 * Every check by its name, in the order in which they are run; those of one step run at the same time. At most one
 * check of a step shows its output while it runs; the others show it at the end.
 */
export const steps = [
  { 'Types and build': typesAndBuild, 'Format and lint': formatAndLint },
  // Both wait a good part of their time, which the units beside the first and the search beside the second use.
  { Integration: integration, Units: units },
  { 'Journeys in the browser': journeys, 'Unused code': unusedCode },
];

/** The checks that need no build and no browser, by the name of their command. */
export const checks = {
  lint: { 'Format and lint': formatAndLint, 'Unused code': unusedCode },
  typecheck: { Types: types },
  house: { 'House rules': house },
};

/** Runs what tests import or start; it is no test. */
function prepare(tasks) {
  return async ({ signal }) => ({ passed: 0, failed: (await turbo(tasks, signal)) ? 0 : 1 });
}

/** Returns the steps that run these tests: files of units, files of journeys, and the titles if only some are wanted. */
export function stepsFor({ units: files, journeys: specs, pattern }) {
  const some = async ({ env, signal, reports }) => {
    const file = join(reports, 'some.json');
    const args = vitestArgs(file, ...files, ...(pattern ? ['--testNamePattern', pattern] : []));
    const { ok } = await run('vitest', { args, env, signal, show: true });
    return summary({ format: 'vitest', file, ok });
  };
  const args = [...specs.map((path) => path.slice('e2e/'.length)), ...(pattern ? ['--grep', pattern] : [])];
  return [
    { Sources: prepare(['generate', ...(specs.length > 0 ? ['build'] : [])]) },
    ...(files.length > 0 ? [{ Tests: some }] : []),
    ...(specs.length > 0 ? [{ 'Journeys in the browser': (options) => journeys({ ...options, args }) }] : []),
  ];
}
