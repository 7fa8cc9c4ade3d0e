import journeys from './playwright.config.ts';

/** Takes the pictures of the README and of the help: `playwright test --config=e2e/pictures.config.ts`. No part of the tests. */
// biome-ignore lint/style/noDefaultExport: Playwright reads its configuration from the default export.
export default {
  ...journeys,
  testDir: 'pictures',
  testMatch: '*.picture.ts',
  workers: 1,
  use: { ...journeys.use, viewport: { width: 1280, height: 860 }, deviceScaleFactor: 2 },
};
