import type { Browser } from 'playwright-core';
import type { Figure, Measure } from './figure.ts';
import { quantile, spread } from './report/spread.ts';
import { buildWeb, startBrowser, webDist } from './stage/browser.ts';
import { plantDashboard } from './stage/dashboard-rows.ts';
import { logIn } from './stage/login.ts';
import { traceTasks } from './stage/main-thread-tasks.ts';
import { onStage } from './stage/stage.ts';

const automations = 25;
const activity = 500;

type Place = { name: string; path: string; isSignedIn: boolean; whole: string };

/** `whole` is a selector that matches when the page is complete. */
const places: Place[] = [
  { name: 'login', path: '/login', isSignedIn: false, whole: 'form' },
  { name: 'dashboard', path: '/dashboard', isSignedIn: true, whole: 'main:has(td, [role=cell]) li' },
];

const desktop = { name: '1280 × 860', width: 1280, height: 860 };
const screens = [desktop, { name: '360 × 740', width: 360, height: 740 }];

/** Slow 4G as Lighthouse simulates it: 1.6 Mbit a second down and 750 kbit up, 150 ms there and back for each request. */
const slow4g = { downloadThroughput: 204_800, uploadThroughput: 93_750, latency: 150, offline: false };
const cpuSlowdown = 4;
const longTaskMs = 50;

/** How long to wait after the page is complete, so that what is loaded while idle is measured as well. */
const settleMs = 1500;

/** How stable, responsive and fast the pages are that users see first. */
export const figure: Figure = {
  title: 'Layout shift, long tasks and largest paint in the browser',
  meaning:
    'What shifts while login and dashboard load, when the largest part is painted on slow 4G, and the tasks whose processor time would be over 50 ms with a CPU four times slower',
  measure: ({ postgres, quick }) =>
    onStage({ postgres }, async (stage) => {
      buildWeb();
      const api = await stage.startApi({ WEB_DIST: webDist });
      const { userId, cookie, authToken } = await logIn(stage, api);
      await plantDashboard(stage, { userId, automations, activity });
      const browser = await startBrowser(stage);
      const runs = quick ? 3 : 5;
      const visits = async (place: Place, conditions: Conditions): Promise<Seen[]> => {
        const session = place.isSignedIn ? { cookie: { ...cookie, url: api.url }, authToken } : null;
        const seen: Seen[] = [];
        for (let run = 0; run < runs; run += 1)
          seen.push(await visit(browser, { place, url: api.url + place.path, session, conditions }));
        return seen;
      };

      const measures: Measure[] = [];
      for (const place of places) {
        for (const { name, ...screen } of screens) {
          const seen = await visits(place, { screen, network: slow4g });
          const shifts = seen.map(({ shift }) => shift);
          const paints = seen.map(({ largestPaintMs }) => largestPaintMs);
          measures.push(
            {
              what: `${place.name}, largest layout shift, ${name}`,
              value: Math.max(...shifts),
              unit: '',
              // Words that move by a few pixels when their font comes are below it.
              limit: { atMost: 0.001 },
              detail: spread(shifts, 4),
            },
            {
              what: `${place.name}, largest paint on slow 4G, ${name}`,
              value: quantile(paints, 0.5) / 1000,
              unit: 's',
              limit: { atMost: 2.5 },
              detail: `${spread(paints)} ms`,
            },
          );
        }
      }
      const [, dashboard] = places;
      if (!dashboard) throw new Error('There is no dashboard');
      const tasks = (await visits(dashboard, { screen: desktop, traced: true })).map(({ taskMs }) =>
        taskMs.map((ms) => ms * cpuSlowdown).filter((ms) => ms > longTaskMs),
      );
      const longest = tasks.map((durations) => Math.max(0, ...durations));
      measures.push({
        what: `dashboard, tasks over ${longTaskMs} ms at ${cpuSlowdown} × slower CPU`,
        value: quantile(
          tasks.map((durations) => durations.length),
          0.5,
        ),
        unit: '',
        limit: { exactly: 0 },
        detail: `the longest: ${spread(longest)} ms`,
      });
      return measures;
    }),
};

type Conditions = {
  screen: { width: number; height: number };
  network?: typeof slow4g;
  traced?: boolean;
};

type Seen = {
  shift: number;
  largestPaintMs: number;
  /** The processor time of each task; empty for a visit that was not traced. */
  taskMs: number[];
};

type Visit = {
  place: Place;
  url: string;
  /** The session of a signed-in user, as a browser stores it. */
  session: { cookie: { name: string; value: string; url: string }; authToken: string } | null;
  conditions: Conditions;
};

/** Opens a page in a browser with an empty cache and returns what was observed until it was idle. */
async function visit(browser: Browser, { place, url, session, conditions }: Visit): Promise<Seen> {
  const context = await browser.newContext({ viewport: conditions.screen });
  try {
    if (session) await context.addCookies([session.cookie]);
    const page = await context.newPage();
    if (session)
      await page.addInitScript((token) => localStorage.setItem('authToken', token), session.authToken);
    const devtools = await context.newCDPSession(page);
    if (conditions.network) {
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', conditions.network);
    }
    await page.addInitScript(observe, { whole: place.whole, settleMs });
    const told = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith(seenMark),
    });
    const endTrace = conditions.traced ? await traceTasks(devtools) : null;
    await page.goto(url);
    const seen = JSON.parse((await told).text().slice(seenMark.length));
    return { ...seen, taskMs: endTrace ? await endTrace() : [] };
  } finally {
    await context.close();
  }
}

/** The beginning of the console line in which the page reports what it observed. */
const seenMark = 'seen: ';

/**
 * Runs in the page before its own scripts, and writes what it observes to the console. Waiting for a selector from
 * outside would run scripts of the tool's own in the page, which are long tasks themselves.
 */
function observe({ whole, settleMs }: { whole: string; settleMs: number }): void {
  const seen = { shift: 0, largestPaintMs: 0 };
  const watch = (type: string, note: (entry: PerformanceEntry & Record<string, unknown>) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as PerformanceEntry & Record<string, unknown>);
    }).observe({ type, buffered: true });
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += Number(value);
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaintMs = startTime;
  });
  const timer = setInterval(() => {
    if (!document.querySelector(whole)) return;
    clearInterval(timer);
    setTimeout(() => console.log(`seen: ${JSON.stringify(seen)}`), settleMs);
  }, 50);
}
