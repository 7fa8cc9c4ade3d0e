import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { noSeller, type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
let headers: Record<string, string>;
let adminId: string;
const begin = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  api = await testApp({ seller: { ...noSeller, country: 'DE', taxPercent: 7.7 } });
});
beforeEach(async () => {
  await on(begin);
  await api.db.taxRate.deleteMany();
});
afterAll(() => api.close());

/** Moves the clock. What administrators change needs a recent sign-in. */
async function on(day: Date): Promise<void> {
  api.clock.at = day;
  ({ headers, userId: adminId } = await api.signIn({ role: 'admin' }));
}

const url = '/api/admin/tax-rates';
const german = {
  country: 'DE',
  name: 'VAT',
  percent: 19,
  isIncluded: false,
  note: '',
  reverseChargeNote: '',
  from: null,
};
const list = async () => (await api.app.inject({ url, headers })).json();
const set = (rate: object) =>
  api.app.inject({ method: 'POST', url, headers, payload: { ...german, ...rate } });
const remove = (id: string) => api.app.inject({ method: 'DELETE', url: `${url}/${id}`, headers });
const shown = async () =>
  (await list()).rates.map((rate: { country: string; percent: number; isInEffect: boolean }) => [
    rate.country,
    rate.percent,
    rate.isInEffect,
  ]);

test('administrators alone see and set the rates', async () => {
  const stranger = await api.signIn();
  for (const given of [{}, { headers: stranger.headers }]) {
    const code = (await api.app.inject({ url, ...given })).json().code;
    expect(['unauthenticated', 'not_found', 'forbidden']).toContain(code);
  }
  const answer = await api.app.inject({ method: 'POST', url, headers: stranger.headers, payload: german });
  expect(answer.statusCode).toBeGreaterThanOrEqual(403);
  expect(await api.db.taxRate.count()).toBe(0);
});

test('a rate is in effect at once or from a day on, is listed by country, and is on the audit trail', async () => {
  const first = await set({});
  expect(first.json().message).toBe('Germany, 19% VAT added to the price is set.');
  await set({ country: '', percent: 0, name: 'Tax', isIncluded: true, note: 'Export' });
  await set({ percent: 20.5, from: '2027-01-01' });
  await set({ country: 'AT', percent: 20 });
  expect(await list()).toMatchObject({ fallbackPercent: 7.7, seller: { country: 'DE', state: null } });
  expect(await shown()).toEqual([
    ['AT', 20, true],
    ['DE', 19, true],
    ['DE', 20.5, false],
    ['', 0, true],
  ]);
  const trail = await api.db.auditEvent.findMany({ where: { actorId: adminId, action: 'tax_rate_set' } });
  expect(new Set(trail.map(({ details }) => JSON.stringify(details)))).toEqual(
    new Set([
      '{"name":"Germany, 19% VAT added to the price"}',
      '{"name":"All other countries, 0% Tax in the price"}',
      '{"name":"Germany, 20.5% VAT added to the price from 2027-01-01"}',
      '{"name":"Austria, 20% VAT added to the price"}',
    ]),
  );
  // Another day takes its place; a change of today leaves it.
  await set({ percent: 21, from: '2027-02-01' });
  await on(new Date('2026-11-22T10:00:00Z'));
  await set({ percent: 18, from: '2026-11-22' });
  expect((await shown()).filter(([country]: [string]) => country === 'DE')).toEqual([
    ['DE', 18, true],
    ['DE', 21, false],
  ]);
  await on(new Date('2027-02-01T00:00:00Z'));
  expect((await shown()).filter(([country]: [string]) => country === 'DE')).toEqual([['DE', 21, true]]);
});

test('removing a rate ends it at once, and brings none back that was before it', async () => {
  await set({ percent: 16 });
  await on(new Date('2026-11-22T10:00:00Z'));
  await set({});
  await set({ percent: 21, from: '2027-02-01' });
  const [now, later] = (await list()).rates;
  expect((await remove(later.id)).json().message).toBe('Germany, 21% VAT added to the price is removed.');
  expect(await shown()).toEqual([['DE', 19, true]]);
  await remove(now.id);
  expect(await shown()).toEqual([]);
  expect((await remove(now.id)).statusCode).toBe(404);
  const removed = { actorId: adminId, action: 'tax_rate_removed' } as const;
  expect(await api.db.auditEvent.count({ where: removed })).toBe(2);
});

test.each([
  [{ percent: -1 }, 'percent', 'Please give a percentage from 0'],
  [{ percent: 101 }, 'percent', 'Please give a percentage up to 100'],
  [{ percent: 19.0001 }, 'percent', 'At most three decimals'],
  [{ country: 'XX' }, 'country', 'Please choose a country from the list'],
  [{ name: ' ' }, 'name', 'Please say what the tax is called'],
  [{ from: '2026-11-20' }, 'from', 'This day is over'],
  [{ from: 'soon' }, 'from', 'Please give a day'],
  [
    { reverseChargeNote: 'Reverse charge' },
    'reverseChargeNote',
    'A reverse charge is for buyers in other countries than the seller’s',
  ],
])('refuses %o at its field', async (rate, field, message) => {
  const answer = await set(rate);
  expect([answer.statusCode, answer.json().errors]).toEqual([400, { [field]: message }]);
});

test('two administrators who set the same country at once leave one rate for later', async () => {
  await Promise.all([20, 21, 22, 23].map((percent) => set({ percent, from: '2027-01-01' })));
  expect(await shown()).toHaveLength(1);
});

test('two administrators who have the form of a country open at once do not overwrite each other unseen', async () => {
  const answers = await Promise.all([20, 21, 22].map((percent) => set({ percent, seen: [] })));
  const refused = answers.filter(({ statusCode }) => statusCode === 409);
  expect(refused.map((answer) => answer.json().code)).toEqual(['tax_rate_changed', 'tax_rate_changed']);
  expect(await api.db.taxRate.count()).toBe(1);
  // The rates of other countries do not matter, and whoever has seen the rate may change it.
  await set({ country: 'AT', percent: 20, seen: [] });
  const { id } = await api.db.taxRate.findFirstOrThrow({ where: { country: 'DE' } });
  await on(new Date('2026-11-22T10:00:00Z'));
  expect((await set({ percent: 23, seen: [id] })).statusCode).toBe(200);
  expect((await set({ percent: 24, from: '2027-01-01', seen: [id] })).json().code).toBe('tax_rate_changed');
  expect((await remove(id)).json().code).toBe('tax_rate_changed');
  expect(await shown()).toEqual([
    ['AT', 20, true],
    ['DE', 23, true],
  ]);
});
