import { expectNoSidewaysScroll } from '../accessibility.ts';
import { expectNothingCutOff, expectWholeWords } from '../in-sight.ts';
import { expect, type Locator, test } from '../journey.ts';
import { createAutomationByApi, deleteAutomations, signInConnected } from '../person.ts';

test.afterEach(({ page }) => deleteAutomations(page));

const regions = {
  name: 'Regions into Expense report',
  source: { sheet: 'Regions', column: 'Region' },
  target: { sheet: 'Expense report', column: 'Category' },
};

test('letters of twice the size have room on a screen of 1280 pixels', async ({ page }) => {
  await signInConnected(page);
  await createAutomationByApi(page, regions);
  const row = page.getByRole('row', { name: regions.name });
  const enlarged = async (ready: Locator) => {
    await expect(ready).toBeVisible();
    await page.addStyleTag({ content: 'html { font-size: 200% }' });
    await expectNoSidewaysScroll(page);
    await expectNothingCutOff(page);
    await expectWholeWords(page);
  };
  await enlarged(row.getByText('Needs your review'));
  await row.getByRole('link', { name: regions.name }).click();
  await enlarged(page.getByRole('list', { name: 'Runs' }));
  await page.goto('/subscription');
  await enlarged(page.getByRole('button', { name: 'Subscribe, Premium' }));
});

test('the page on the narrowest phone does not move when loading ends', async ({ page }) => {
  await signInConnected(page);
  await page.setViewportSize({ width: 320, height: 740 });
  await page.addInitScript(() => {
    new PerformanceObserver((shifts) => {
      const sources = shifts.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[];
      const texts = sources.flatMap((shift) => shift.sources.map(({ node }) => node?.textContent ?? ''));
      document.documentElement.dataset.moved = `${document.documentElement.dataset.moved ?? ''}${texts}`;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const drawn = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  for (const { path, held, loading, there, still } of [
    {
      path: '/dashboard',
      held: '**/api/stats',
      loading: page.getByText('Loading the overview'),
      there: page.getByText('0 of 2 configurations'),
      still: null,
    },
    {
      path: '/settings#security',
      held: '**/api/account/sign-in-providers',
      loading: page.getByRole('group', { name: 'Sign-in providers' }).getByText('Loading'),
      there: page.getByRole('button', { name: 'Link Google' }),
      // What grows above it is made up for by scrolling, which the browser counts as a shift all the same.
      still: page.getByRole('heading', { name: 'Security', exact: true }),
    },
  ]) {
    const answer = Promise.withResolvers<void>();
    await page.route(held, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto(path);
    await expect(loading).toBeAttached();
    await drawn();
    const top = (await still?.boundingBox())?.y;
    answer.resolve();
    await expect(there).toBeVisible();
    await drawn();
    if (still) expect((await still.boundingBox())?.y, path).toBe(top);
    else expect(await page.evaluate(() => document.documentElement.dataset.moved), path).toBeUndefined();
  }
});
