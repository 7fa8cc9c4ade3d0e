import { test as base } from '@playwright/test';
import { tellSandbox } from './sandbox.ts';

export { expect, type Locator, type Page, type Request } from '@playwright/test';

/** A journey. It starts with the seeded sheets, whatever the journey before has changed in them. */
export const test = base.extend<{ freshSheets: undefined }>({
  freshSheets: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here, and nothing is needed of it.
    async ({}, use) => {
      await tellSandbox('POST', '/api/reset', {});
      await use(undefined);
    },
    { auto: true },
  ],
});
