import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** The tests of the pure parts: those that start a sandbox take seconds, and need files that Stryker does not copy. */
const pure = readdirSync('src').filter(
  (name) => name.endsWith('.test.ts') && !readFileSync(`src/${name}`, 'utf8').includes('testing/sandbox'),
);

// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    include: pure.map((name) => `src/${name}`),
    testTimeout: 60_000,
    // Stryker runs the randomised tests a thousand times: fewer draws find nearly as much in a tenth of the time.
    env: { PROPERTY_RUNS: '40', MODEL_SEEDS: '120' },
  },
});
