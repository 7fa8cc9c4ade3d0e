import { defineConfig } from '@playwright/test';
import chromium from '@sparticuz/chromium';
import { findProduct } from './product.ts';

// Set by the global set-up, before the workers read this file.
const baseURL = findProduct()?.url;

// biome-ignore lint/style/noDefaultExport: Playwright reads its configuration from the default export.
export default defineConfig({
  testDir: 'journeys',
  globalSetup: './product.setup.ts',
  // Each has a product of its own: see product.setup.ts. Journeys wait half of their time, so there is two more than the cores
  // of a small machine.
  fullyParallel: true,
  workers: 4,
  // A loaded machine is slow, not wrong: each step has time enough, and all together, and a pass does not take longer for it.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ['./what-pages-said.ts'],
    ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as ['json']] : []),
  ],
  use: {
    ...(baseURL ? { baseURL } : {}),
    launchOptions: {
      executablePath: await chromium.executablePath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
    // Each frame of a motion is drawn without a graphics card. Journeys that are about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes a tenth of a journey's processor time, so only journeys that are run by name leave one when they fail. Pictures of
    // every step and copies of every page take a good part of it: ask for them with --trace on.
    trace: {
      mode: process.env.KEEP_TRACES ? 'retain-on-failure' : 'off',
      screenshots: false,
      snapshots: false,
      sources: true,
    },
    screenshot: 'only-on-failure',
  },
});
