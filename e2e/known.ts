import { expect, type Page, test } from '@playwright/test';

/** The fields of an automation that journeys use. */
export type Known = {
  name: string;
  webhookEnabled: boolean;
  syncState: string;
  lastRun: { at: string; outcome: string } | null;
  waiting: object | null;
  slowSince: string | null;
  lastFailure: string | null;
};

/** Waits until the API returns the expected state of the newest automation. The page then has 2 s to show it. */
// Not more often: more than 600 requests in a minute are refused, also those of the page.
export async function untilKnown(page: Page, isKnown: (automation: Known) => boolean): Promise<void> {
  const { request } = page.context();
  const read = async () => {
    const [automation]: Known[] = await (await request.get('/api/configurations')).json();
    return automation !== undefined && isKnown(automation);
  };
  await expect.poll(read, { intervals: [250] }).toBe(true);
}

/** Waits for the look that follows the setting up of a webhook: while it goes on, the page offers no other sync. */
export async function untilSettled(page: Page): Promise<void> {
  await untilKnown(page, ({ webhookEnabled, syncState }) => webhookEnabled && syncState === 'idle');
}

/** Adds to the report how long the page took after the API had the state; polling would take up to 20 s. */
export async function noteDelay(shown: () => Promise<void>): Promise<void> {
  const from = performance.now();
  await shown();
  test
    .info()
    .annotations.push({ type: 'shown after, ms', description: String(Math.round(performance.now() - from)) });
}
