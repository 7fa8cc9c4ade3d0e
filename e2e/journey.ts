import { type BrowserContext, test as base, expect } from '@playwright/test';
import { tellSandbox } from './sandbox.ts';

export { expect, type Locator, type Page, type Request } from '@playwright/test';

/**
 * A journey. It starts with the seeded sheets, whatever the journey before has changed in them, and fails when a page throws an
 * error that nobody catches or does what the content security policy forbids.
 */
export const test = base.extend<{ freshSheets: undefined }>({
  freshSheets: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here, and nothing is needed of it.
    async ({}, use) => {
      await tellSandbox('POST', '/api/reset', {});
      await use(undefined);
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    const faults = await collectFaults(context);
    await use(context);
    expect(faults, 'uncaught errors, and what the content security policy blocked').toEqual([]);
  },
});

async function collectFaults(context: BrowserContext): Promise<string[]> {
  const faults: string[] = [];
  const blocked = 'Blocked by the content security policy:';
  context.on('weberror', (error) => faults.push(error.error().message));
  context.on('console', (message) => {
    if (message.text().startsWith(blocked)) faults.push(message.text());
  });
  await context.addInitScript((prefix) => {
    addEventListener('securitypolicyviolation', (event) => {
      // biome-ignore lint/suspicious/noConsole: a page's console is the way out of the page.
      console.error(prefix, event.effectiveDirective, event.blockedURI, event.sourceFile);
    });
  }, blocked);
  return faults;
}
