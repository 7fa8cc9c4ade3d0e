import { expect, type Page, test } from '@playwright/test';

/** What the product says of an automation, as far as journeys ask. */
export type Known = {
  name: string;
  webhookEnabled: boolean;
  syncState: string;
  lastRun: { at: string; outcome: string } | null;
  waiting: object | null;
  slowSince: string | null;
  lastFailure: string | null;
};

/** Waits until the product knows something of the newest automation: from then on the page has 2 s. */
// Not more often: whoever asks 600 times in a minute is refused, and so is the page then.
export async function untilKnown(page: Page, isKnown: (automation: Known) => boolean): Promise<void> {
  const { request } = page.context();
  const read = async () => {
    const [automation]: Known[] = await (await request.get('/api/configurations')).json();
    return automation !== undefined && isKnown(automation);
  };
  await expect.poll(read, { intervals: [250], timeout: 40_000 }).toBe(true);
}

/** Notes how long the page took after the product knew, for whoever reads the report; polling would take up to 20 s. */
export async function noteDelay(shown: () => Promise<void>): Promise<void> {
  const from = performance.now();
  await shown();
  test
    .info()
    .annotations.push({ type: 'shown after, ms', description: String(Math.round(performance.now() - from)) });
}
