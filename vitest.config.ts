import { existsSync, readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const withDatabase = new Set(['db', 'api', 'sync-worker']);

const project = (dir: string, name: string) => ({
  test: {
    name,
    root: `${dir}/${name}`,
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    ...(withDatabase.has(name) && existsSync('packages/db/src/testing.setup.ts')
      ? { globalSetup: ['../../packages/db/src/testing.setup.ts'] }
      : {}),
    ...(name === 'web' ? { environment: 'jsdom', setupFiles: ['src/testing/setup.ts'] } : {}),
  },
});

// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'house', root: 'scripts', include: ['**/*.test.mjs'], testTimeout: 20_000 } },
      ...['apps', 'packages'].flatMap((dir) => readdirSync(dir).map((name) => project(dir, name))),
    ],
  },
});
