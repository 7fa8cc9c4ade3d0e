import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { legalPages } from '@picksync/contracts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { renderLegalText } from './legal-page.ts';
import { defaultLegalText } from './legal-texts.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const deployment = {
  seller: {
    name: 'Northwind <Ltd>',
    address: ['1 Harbor Street', 'Dublin'],
    email: 'office@northwind.example',
    taxNumber: 'IE 1234567',
    country: null,
    state: null,
    taxPercent: null,
  },
  supportEmail: 'help@northwind.example',
  sessionLimits: { idleDays: 30, maxDays: 90, perPerson: 20 },
  signInApps: [],
  hasPayments: true,
};

const allTexts = (page: 'privacy' | 'terms' | 'imprint', given: Partial<typeof deployment> = {}) =>
  defaultLegalText(page, { ...deployment, ...given })
    .parts.flatMap(({ texts }) => texts)
    .join('\n');

test.each(legalPages)(
  'everybody can read /%s, one page with one title and links to the others',
  async (page) => {
    const answer = await api.app.inject(`/${page}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.body.match(/<h1>/g)).toHaveLength(1);
    expect(answer.body).toContain(`/${page}">`);
    expect(answer.body).toMatch(/<meta name="description" content="[^"]{50,160}">/);
    expect(answer.body).not.toContain('<script');
    for (const other of legalPages) expect(answer.body).toContain(`href="/${other}"`);
  },
);

test('a deployment may bring texts of its own, page by page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'picksync-legal-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'imprint.html'), '<h1>Imprint</h1><p>Northwind Ltd, Dublin</p>');
  const own = await testApp({ legalDir: folder });
  onTestFinished(() => own.close());
  expect((await own.app.inject('/imprint')).body).toContain('<p>Northwind Ltd, Dublin</p>');
  expect((await own.app.inject('/privacy')).body).toContain('No value of a cell');
});

test('the imprint names the seller as text, and says so where nobody is named', async () => {
  expect(allTexts('imprint')).toContain('Northwind <Ltd>\n1 Harbor Street\nDublin\nTax number IE 1234567');
  expect(allTexts('imprint')).toContain('office@northwind.example');
  const nobody = { ...deployment.seller, name: null, address: [], email: null, taxNumber: null };
  expect(allTexts('imprint', { seller: nobody as never })).toMatch(
    /has not given a name.*help@northwind\.example/s,
  );
});

test('a mail address is one link, also where it begins with the name of a page', () => {
  const seller = { ...deployment.seller, email: 'imprint@northwind.example' };
  expect(renderLegalText(defaultLegalText('imprint', { ...deployment, seller }))).toContain(
    '<a href="mailto:imprint@northwind.example">imprint@northwind.example</a>',
  );
  expect(renderLegalText(defaultLegalText('terms', deployment))).toContain(
    'The <a href="/status">status page</a> shows',
  );
  expect(renderLegalText(defaultLegalText('privacy', deployment))).toContain(
    '<a href="/imprint">imprint</a>',
  );
});

test('payments are told of only where they are offered', () => {
  expect(allTexts('privacy')).toContain('PayPal');
  expect(allTexts('privacy', { hasPayments: false })).not.toMatch(/PayPal|Razorpay|card numbers/);
  expect(allTexts('terms', { hasPayments: false })).not.toContain('PayPal');
});

test('the privacy page names everybody who is sent something, channels too', () => {
  expect(allTexts('privacy')).toMatch(/Slack or Microsoft Teams, when you add a channel.*sheets/);
});

const retention = await readFile(new URL('../../../../../docs/retention.md', import.meta.url), 'utf8');

test.each([
  ['users', '7 days', 'is deleted 7 days after it was last registered'],
  ['sessions', '30 days without use, 90 days at most', 'until 30 days without use, 90 days at most'],
  ['known_browsers', '180 days', 'Browsers in which you have signed in before: 180 days'],
  ['audit_events', '365 days', 'under security activity: 365 days'],
  ['sent_mails', '90 days', 'not what it says: 90 days'],
  ['automation_runs', 'the newest 50', 'its newest 50 runs'],
  ['activity_logs', '90 days', 'in a sentence: 90 days'],
  ['webhook_deliveries', '30 days', 'Deliveries of outgoing webhooks: 30 days'],
  ['saved_views', 'until the account is deleted', 'until you delete them or the account'],
  ['notice_channels', 'until the account is deleted', 'encrypted, until you delete the account. Which'],
  ['channel_notices', '30 days', 'Which notice went to a channel: 30 days'],
  ['data_exports', '24 hours', 'there for 24 hours'],
  ['receipts', 'for good', 'Receipts are kept for good'],
  ['spent_offers', '730 days', 'What stays for 24 months'],
])('the privacy page says of %s how long it is kept, as the code keeps it', (table, kept, text) => {
  const row = retention.split('\n').find((line) => line.startsWith(`| \`${table}\``));
  expect(row).toContain(kept);
  expect(allTexts('privacy')).toContain(text);
});
