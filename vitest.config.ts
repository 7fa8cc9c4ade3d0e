import { existsSync, readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const withDatabase = new Set(['db', 'smartsheet-account', 'api', 'sync-worker']);

// A new process for each file costs more than most files take. Ours keep no state in modules; pages of a browser do.
const isIsolated = (name: string) => name === 'web';

// A loaded machine is slow, not wrong: what a test waits for has time enough, and a pass does not take longer for it.
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };

const project = (dir: string, name: string) => ({
  test: {
    name,
    root: `${dir}/${name}`,
    include: ['src/**/*.test.{ts,tsx}'],
    isolate: isIsolated(name),
    ...patience,
    ...(withDatabase.has(name) && existsSync('packages/db/src/testing.setup.ts')
      ? { globalSetup: ['../../packages/db/src/testing.setup.ts'] }
      : {}),
    ...(name === 'web' ? { environment: 'jsdom', setupFiles: ['src/testing/setup.ts'] } : {}),
  },
});

// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    // Left to itself Vitest keeps one core free, which on two cores is one file at a time; many only wait for something.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'house', root: 'scripts', include: ['**/*.test.mjs'], isolate: false, ...patience } },
      ...['apps', 'packages'].flatMap((dir) => readdirSync(dir).map((name) => project(dir, name))),
    ],
  },
});
