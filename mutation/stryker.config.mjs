import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Mutation testing of the pure parts of the sync engine: changes one thing at a time, and checks whether a test fails.
 */
// biome-ignore lint/style/noDefaultExport: Stryker reads its configuration from the default export.
export default {
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  testRunner: 'vitest',
  vitest: { configFile: here('vitest.config.mjs'), related: false },
  coverageAnalysis: 'perTest',
  mutate: [
    'src/**/*.ts',
    '!src/**/*.test.ts',
    '!src/testing/**',
    '!src/index.ts',
    // These call Smartsheet: their tests run against the sandbox, in its own process.
    '!src/read.ts',
    '!src/write-options.ts',
    '!src/write-rows.ts',
    '!src/sheet-reads.ts',
    '!src/look-and-plan.ts',
  ],
  tempDirName: here('work'),
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: here('report.json') },
  clearTextReporter: { logTests: false, allowColor: false },
  concurrency: 2,
  // On a busy machine a slow test must not count as one that has detected the change.
  timeoutMS: 30_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 20,
  thresholds: { high: 95, low: 85, break: 85 },
  checkers: [],
  disableTypeChecks: false,
  // It leads to a file outside the copy that Stryker works on, and nothing here needs it.
  ignorePatterns: ['tsconfig.json'],
  ignoreStatic: true,
};
