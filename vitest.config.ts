import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const withDatabase = new Set(['db', 'smartsheet-account', 'api', 'sync-worker']);

/** What is drawn is tested in jsdom. What is set up last is cleared away first. */
const browserSetup: Partial<Record<string, string[]>> = {
  ui: ['src/testing/setup.ts'],
  web: ['src/testing/setup.ts', '../../packages/ui/src/testing/setup.ts'],
};

const cores = availableParallelism();

// Pages write days and times by the clock of whoever reads them: the tests read them in one place, wherever they are run.
process.env.TZ = 'UTC';

// A loaded machine is slow, not wrong: what a test waits for has time enough, and a pass does not take longer for it.
const patience = { testTimeout: 240_000, hookTimeout: 120_000, expect: { poll: { timeout: 90_000 } } };

/**
 * How files are run. Modules keep no state, so files share processes: one of its own would cost most files more than all
 * their tests do. Files of the worker wait half of their time, for a lease to end or a job to be taken over, and those of
 * the database three quarters of it: so there are three at a time for each core of a small machine. All projects are one
 * group, so that while the last of one are waited for the next has begun.
 */
const files = { isolate: false, maxWorkers: Math.max(cores + 1, Math.min(3 * cores, 8)), ...patience };

/** Whose files wait longest: for leases to end, jobs to be taken over and servers to start. */
const waiting = new Set(['sync-worker', 'db']);

/** Files that wait come first: what comes after them uses the time. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLater = ({ project }: TestSpecification) => Number(!waiting.has(project.name));
    return (await super.sort(files)).sort((a, b) => isLater(a) - isLater(b));
  }
}

/** Vitest leaves the order to the class above, even where `--sequence.shuffle.files` asks for another one. */
const isOrderGiven = process.argv.some((given) => given.startsWith('--sequence.shuffle'));

/** What Node itself runs is not run by Vite: imports and every call of another module cost less. */
const withNode = { experimental: { viteModuleRunner: false } };

const project = (dir: string, name: string) => ({
  test: {
    name,
    root: `${dir}/${name}`,
    include: ['src/**/*.test.{ts,tsx}'],
    ...files,
    ...(withDatabase.has(name) && existsSync('packages/db/src/testing.setup.ts')
      ? { globalSetup: ['../../packages/db/src/testing.setup.ts'] }
      : {}),
    ...(browserSetup[name] ? { environment: 'jsdom', setupFiles: browserSetup[name] } : withNode),
  },
});

// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    ...(isOrderGiven ? {} : { sequence: { sequencer: WaitingFirst } }),
    projects: [
      { test: { name: 'house', root: 'scripts', include: ['**/*.test.mjs'], ...files, ...withNode } },
      ...['apps', 'packages'].flatMap((dir) => readdirSync(dir).map((name) => project(dir, name))),
    ],
  },
});
