import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Figure, Measure } from './figure.ts';
import { buildWeb, startBrowser, webDist } from './stage/browser.ts';
import { plantDashboard } from './stage/dashboard-rows.ts';
import { logIn } from './stage/login.ts';
import { onStage } from './stage/stage.ts';

const pages = [
  { name: 'landing', path: '/', limit: 10, user: null },
  { name: 'login', path: '/login', limit: 160, user: null },
  { name: 'dashboard of a new user', path: '/dashboard', limit: 175, user: 'new' },
  { name: 'dashboard with automations', path: '/dashboard', limit: 175, user: 'with automations' },
] as const;

/** What a browser with an empty cache fetches until a page can be used, counted in the gzip files of the build. */
export const figure: Figure = {
  title: 'First-load JavaScript, gzip',
  meaning:
    'The JavaScript that a real browser fetches before a page can be used, counted in the gzip files of the build',
  measure: ({ postgres }) =>
    onStage({ postgres }, async (stage) => {
      buildWeb();
      const api = await stage.startApi({ WEB_DIST: webDist });
      const { userId, cookie } = await logIn(stage, api);
      const browser = await startBrowser(stage);

      const measures: Measure[] = [];
      for (const { name, path, limit, user } of pages) {
        if (user === 'with automations')
          await plantDashboard(stage, { userId, automations: 25, activity: 500 });
        const cookies = user === null ? [] : [{ ...cookie, url: api.url }];
        const { scripts, landedAt } = await findScripts(browser, { url: api.url + path, cookies });
        const bytes = scripts.map((script) => readFileSync(join(webDist, `${script}.gz`)).length);
        measures.push({
          what: name,
          value: bytes.reduce((sum, size) => sum + size, 0) / 1000,
          unit: 'kB',
          limit: { atMost: limit },
          detail: `${scripts.length} files for ${landedAt}`,
        });
      }
      return measures;
    }),
};

type Visit = { url: string; cookies: { name: string; value: string; url: string }[] };

/** The scripts a page fetches, by their path, and the path of the page it ended on. */
async function findScripts(
  browser: Browser,
  { url, cookies }: Visit,
): Promise<{ scripts: string[]; landedAt: string }> {
  const context = await browser.newContext();
  await context.addCookies(cookies);
  // What is loaded while the page is idle does not count: it does not delay the page.
  await context.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const landedAt = new URL(page.url()).pathname;
  await context.close();
  return { scripts: [...scripts], landedAt };
}
