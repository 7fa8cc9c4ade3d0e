import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fontFaces, fontFamily, fontPath } from '../../base/page-font.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { statusStyles } from './status-styles.ts';

let api: TestApp;
const begin = new Date('2026-11-27T14:33:05Z');
const ago = (minutes: number) => new Date(begin.getTime() - minutes * 60_000);
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

beforeEach(async () => {
  api.clock.at = begin;
  await api.db.statusIncident.deleteMany();
  await api.db.statusDay.deleteMany();
  await api.db.statusPart.deleteMany();
  await api.db.maintenanceWindow.deleteMany();
});

/** Reads an address by a process of its own, which has nothing in its cache. */
async function get(url: string) {
  const other = await testApp({ beside: { databaseUrl: api.databaseUrl, admin: api.admin } });
  other.clock.at = api.clock.at;
  const answer = await other.app.inject({ url });
  await other.close();
  return answer;
}

const measured = (part: string, more: object = {}) =>
  api.db.statusPart.create({
    data: { part, isDisturbed: false, since: ago(600), measuredAt: ago(0.5), ...more },
  });
const day = (part: string, date: string, disturbed = 0) =>
  api.db.statusDay.create({
    data: { part, day: new Date(`${date}T00:00:00Z`), measured: 1_440, disturbed },
  });
const textOf = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

test('everybody reads how each part does, without a script or a login', async () => {
  await measured('website');
  await day('website', '2026-11-27');
  await day('website', '2026-10-05', 47);
  await measured('mail');
  await day('mail', '2026-08-30');
  await day('mail', '2026-11-26', 20);
  const answer = await get('/status');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=10',
    'content-security-policy': expect.stringContaining("script-src 'self'"),
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(answer.body).toContain('<meta name="description" content="Whether Picksync works right now');
  expect(answer.body).not.toContain('<script');
  const text = textOf(answer.body);
  expect(text).toContain('Everything works Measured at 14:32 UTC, every minute.');
  expect(text).toContain(
    'Website and sign-in answered within 2 s Working Measured since Oct 5 98.36 % Today',
  );
  expect(text).toContain('taken by the mail provider within 5 min Working 90 days ago 99.30 % Today');
  expect(text).toContain('None in the 2 days that were measured.');
  expect(answer.body).toContain('aria-label="2 days measured, 1 with a disturbance"');
  // Oct 5 is the 37th of 90 days; those around it are empty.
  expect(answer.body).toContain(
    '<path class="none" d="M0 14H360"/><path class="bad" d="M360 14H367"/><path class="none" d="M370 14H890"/><path class="good" d="M890 14H897"/>',
  );
  expect(answer.body).toContain('<path class="warn" d="M880 14H887"/>');
});

test('a part that is disturbed is said first, with its incident', async () => {
  await measured('website');
  await measured('checks', { isDisturbed: true, since: ago(8) });
  await api.db.statusIncident.create({
    data: {
      title: 'Checks run <late>',
      parts: ['checks', 'realtime'],
      isMeasured: true,
      startedAt: ago(8),
      entries: {
        create: [
          { at: ago(8), text: 'Measured: accounts are checked more than 30 min apart.', isMeasured: true },
          { at: ago(2), text: 'Two of three workers & one more went silent.', isMeasured: false },
        ],
      },
    },
  });
  const { body } = await get('/status');
  const text = textOf(body);
  expect(text).toContain('Lists follow late Since 14:25 UTC. Nothing is lost.');
  expect(text).toContain('each account within 30 min Late');
  expect(text).toContain(
    'Checks run &lt;late&gt; Now Since Nov 27, 14:25 UTC. Checks every 15 minutes, real-time changes. 14:31 Two of three workers &amp; one more went silent. 14:25 Measured: accounts are checked more than 30 min apart. Written by the measurement itself.',
  );
  expect(body).not.toContain('<late>');
});

test('an incident that is over says when it was and how long', async () => {
  await measured('website');
  const past = (startedAt: string, endedAt: string) =>
    api.db.statusIncident.create({
      data: {
        title: 'Late',
        parts: [],
        isMeasured: false,
        startedAt: new Date(startedAt),
        endedAt: new Date(endedAt),
      },
    });
  await past('2026-11-12T08:20:00Z', '2026-11-12T08:58:00Z');
  await past('2026-11-01T23:50:00Z', '2026-11-02T02:00:00Z');
  await past('2026-07-01T00:00:00Z', '2026-07-01T02:00:00Z');
  const text = textOf((await get('/status')).body);
  expect(text).toContain('Late Over Nov 12, 08:20 to 08:58 UTC, 38 min.');
  expect(text).toContain('Late Over Nov 1, 23:50 to Nov 2, 02:00 UTC, 2 h 10 min.');
  expect(text).not.toContain('Jul');
});

test('an incident that is over has its title in the past tense, on the page and in the feed', async () => {
  await measured('website');
  const incident = (title: string, endedAt: Date | null) =>
    api.db.statusIncident.create({
      data: {
        title,
        parts: [],
        isMeasured: true,
        startedAt: ago(90),
        endedAt,
        entries: { create: { at: ago(90), text: title, isMeasured: true } },
      },
    });
  await incident('Checks run late', ago(60));
  await incident('Mails are late', null);
  await incident('The grid was gray', ago(60));
  const text = textOf((await get('/status')).body);
  expect(text).toContain('Checks ran late Over');
  expect(text).toContain('Mails are late Now');
  expect(text).toContain('The grid was gray Over');
  const titles = (await get('/status/feed')).body.match(/<title>.*<\/title>/g);
  expect(titles?.toSorted()).toEqual([
    '<title>Checks ran late</title>',
    '<title>Mails are late</title>',
    '<title>Picksync status</title>',
    '<title>The grid was gray</title>',
  ]);
});

test('an old measurement is not called well', async () => {
  await measured('website', { measuredAt: ago(6) });
  await day('website', '2026-11-27');
  const text = textOf((await get('/status')).body);
  expect(text).toContain('No measurement for 6 min We do not know how Picksync does right now.');
  expect(text).toContain('answered within 2 s Not measured');
  expect(text).not.toContain('Working');
});

test('a new installation says that nothing was measured yet', async () => {
  const text = textOf((await get('/status')).body);
  expect(text).toContain('Not measured yet');
  expect(text).toContain('Nothing was measured yet.');
});

test('a part that is no longer measured is left out after a day', async () => {
  await measured('website');
  await measured('payments', { measuredAt: ago(25 * 60) });
  expect(textOf((await get('/status')).body)).not.toContain('Payments');
});

test('the feed has what was said, newest first', async () => {
  const empty = await get('/status/feed');
  expect(empty.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  expect(empty.body).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  const entry = (minute: number, text: string) => ({ at: ago(minute), text, isMeasured: false });
  const { id } = await api.db.statusIncident.create({
    data: {
      title: 'Mails & more',
      parts: ['mail'],
      isMeasured: false,
      startedAt: ago(9),
      entries: { create: [entry(9, 'We look.'), entry(3, 'A < B')] },
    },
  });
  const { body } = await get('/status/feed');
  expect(body.match(/<content type="text">.*<\/content>/g)).toEqual([
    '<content type="text">A &lt; B</content>',
    '<content type="text">We look.</content>',
  ]);
  expect(body).toContain('<title>Mails &amp; more</title>');
  expect(body).toContain(`<link href="http://localhost:3000/status#i-${id}"/>`);
  expect(body).toContain(`<updated>${ago(3).toISOString()}</updated>`);
});

test.each([
  [-60 * 24, 'Everything works. Update on Nov 28, 14:33 to 14:53 UTC Lists rest for some minutes'],
  [10, 'Picksync is being updated until about 14:43 UTC You can look, not change.'],
  [40, 'The update takes longer than planned You can look, not change.'],
])('an update that began %i minutes ago is what the page says first', async (minutes, sentence) => {
  await measured('website');
  const window = { startsAt: ago(minutes), endsAt: ago(minutes - 20) };
  await api.db.maintenanceWindow.create({ data: window });
  expect(textOf((await get('/status')).body)).toContain(sentence);
});

test('the feed has no character that XML does not know', async () => {
  const { id: incidentId } = await api.db.statusIncident.create({
    data: { title: 'Mails are late\uFFFF', parts: ['mail'], isMeasured: false, startedAt: ago(2) },
  });
  await api.db.statusEntry.create({
    data: { incidentId, at: ago(2), text: 'We\uFFFElook.', isMeasured: false },
  });
  await api.passTime(10_000);
  const { body } = await get('/status/feed');
  expect(body).not.toMatch(/[\uFFFE\uFFFF]/);
  expect(body).toContain('We\uFFFDlook.');
});

test('while the database is away the page is what was read last, by its time', async () => {
  await measured('website');
  const other = await testApp({ beside: { databaseUrl: api.databaseUrl, admin: api.admin } });
  other.clock.at = begin;
  expect(textOf((await other.app.inject({ url: '/status' })).body)).toContain('Everything works');
  const asked = async () => other.app.inject({ url: '/status' });
  await api.admin.query('ALTER TABLE status_parts RENAME TO away');
  try {
    other.clock.at = new Date(begin.getTime() + 9 * 60_000);
    expect(textOf((await asked()).body)).toContain('No measurement for 10 min');
    const fresh = await get('/status');
    expect(fresh.statusCode).toBe(503);
    expect(fresh.headers['cache-control']).toBe('no-store');
    expect(textOf(fresh.body)).toContain('The status cannot be read');
  } finally {
    await api.admin.query('ALTER TABLE away RENAME TO status_parts');
    await other.close();
  }
});

test('the API limits how often one network asks for the status page', async () => {
  const few = { reads: 1, writes: 1, signIns: 1, callbacks: 1, userWrites: 1 };
  const other = await testApp({
    beside: { databaseUrl: api.databaseUrl, admin: api.admin },
    requestsPerMinute: few,
  });
  const codes: number[] = [];
  for (let n = 0; n < 11; n += 1) codes.push((await other.app.inject({ url: '/status' })).statusCode);
  await other.close();
  expect(codes.slice(0, 10).every((code) => code === 200)).toBe(true);
  expect(codes[10]).toBe(429);
});

const readStyles = (name: string) =>
  readFileSync(new URL(`../../../../../packages/ui/src/${name}`, import.meta.url), 'utf8');

test('the page has the fonts of the product', async () => {
  const bare = (css: string) => css.replaceAll(/\s|;(?=\s*\})|\/\*.*?\*\//gs, '');
  const own = readStyles('fonts.css').replace(/url\("[^"]+"\)/, `url("${fontPath}")`);
  expect(bare(fontFaces)).toBe(bare(own));
  expect(bare(readStyles('tokens.css'))).toContain(bare(`--font-sans:${fontFamily}`));
  const { body } = await api.app.inject('/status');
  expect(body).toContain(fontFaces);
});

test('the page has the colours of the product', () => {
  const tokens = readStyles('tokens.css');
  const [light = '', dark = ''] = statusStyles.split('@media(prefers-color-scheme:dark)');
  const [lightTokens = '', darkTokens = ''] = tokens.split('[data-theme="dark"] {');
  for (const [part, from] of [
    [light, lightTokens],
    [dark.split('}}')[0] ?? '', darkTokens],
  ] as const) {
    const colours = [...part.matchAll(/(--[\w-]+):(oklch\([^)]+\))/g)];
    expect(colours.length).toBeGreaterThan(13);
    for (const [, name, value] of colours) expect(from).toContain(`${name}: ${value};`);
  }
});
