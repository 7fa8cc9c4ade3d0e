import { existsSync, readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const withDatabase = new Set(['db', 'smartsheet-account', 'api', 'sync-worker']);

// A loaded machine is slow, not wrong: what a test waits for has time enough, and a pass does not take longer for it.
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };

const project = (dir: string, name: string) => ({
  test: {
    name,
    root: `${dir}/${name}`,
    include: ['src/**/*.test.{ts,tsx}'],
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
      { test: { name: 'house', root: 'scripts', include: ['**/*.test.mjs'], ...patience } },
      ...['apps', 'packages'].flatMap((dir) => readdirSync(dir).map((name) => project(dir, name))),
    ],
  },
});
