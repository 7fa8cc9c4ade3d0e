import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
let headers: Record<string, string>;
let adminId: string;
beforeAll(async () => {
  api = await testApp();
  ({ headers, userId: adminId } = await api.signIn({ role: 'admin' }));
});
afterAll(() => api.close());

const request = (method: 'GET' | 'POST' | 'PATCH', path = '', payload?: object) =>
  api.app.inject({ method, url: `/api/admin/coupons${path}`, headers, ...(payload && { payload }) });
const open = { validForPlanIds: [], expiryDate: null, maxUses: null };
const create = (terms: object) => request('POST', '', { ...open, ...terms });

test('a coupon takes off a percentage or an amount, and its code is one whatever its case', async () => {
  const first = await create({ code: ' welcome20 ', discountType: 'percent', discountPercent: 20 });
  expect([first.statusCode, first.json().coupon]).toEqual([
    201,
    expect.objectContaining({ code: 'WELCOME20', discountPercent: 20, discountAmount: null, ended: null }),
  ]);
  const amount = { code: 'HARBOR', discountType: 'amount', discountAmount: 6.99, validForPlanIds: [2] };
  const second = await create(amount);
  expect(second.json().coupon).toMatchObject({ discountAmount: 6.99, validForPlanIds: [2] });
  const twice = await create({ code: 'Welcome20', discountType: 'percent', discountPercent: 5 });
  expect([twice.statusCode, twice.json().errors]).toEqual([400, { code: 'This code exists already' }]);
  expect((await request('GET')).json().map(({ code }: { code: string }) => code)).toEqual(
    expect.arrayContaining(['WELCOME20', 'HARBOR']),
  );
});

test.each([
  [{ discountType: 'percent', discountPercent: 0 }, 'discountPercent'],
  [{ discountType: 'percent', discountPercent: 101 }, 'discountPercent'],
  [{ discountType: 'amount', discountAmount: 0 }, 'discountAmount'],
  [{ discountType: 'amount', discountAmount: 1.005 }, 'discountAmount'],
  [{ discountType: 'percent', discountPercent: 5, expiryDate: '2020-01-01T00:00:00Z' }, 'expiryDate'],
  [{ discountType: 'percent', discountPercent: 5, validForPlanIds: [1] }, 'validForPlanIds'],
  [{ discountType: 'percent', discountPercent: 5, validForPlanIds: [77] }, 'validForPlanIds'],
  [{ discountType: 'percent', discountPercent: 5, maxUses: 0 }, 'maxUses'],
])('%o is refused at its field', async (terms, field) => {
  const reply = await create({ code: 'REFUSED', ...terms });
  expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([400, [field]]);
});

test('an edit changes what it names, never below what was used, and the end is final', async () => {
  const { coupon } = (await create({ code: 'EDITED', discountType: 'percent', discountPercent: 10 })).json();
  await api.db.coupon.update({ where: { id: coupon.id }, data: { currentUses: 3 } });
  const few = await request('PATCH', `/${coupon.id}`, { maxUses: 2 });
  expect(few.json().errors).toEqual({ maxUses: 'It has been used 3 times already' });
  const full = await request('PATCH', `/${coupon.id}`, { maxUses: 3 });
  expect(full.json().coupon).toMatchObject({ maxUses: 3, discountPercent: 10, ended: 'used_up' });
  for (const same of [{}, { maxUses: 3 }]) {
    const { message } = (await request('PATCH', `/${coupon.id}`, same)).json();
    expect(message).toBe('EDITED stays as it is.');
  }
  expect((await request('POST', `/${coupon.id}/end`)).json().message).toBe('EDITED has ended.');
  expect((await request('POST', `/${coupon.id}/end`)).json().message).toBe('EDITED has ended already.');
  const trail = await api.db.auditEvent.findMany({ where: { actorId: adminId }, orderBy: { at: 'asc' } });
  const own = trail.filter(({ details }) => JSON.stringify(details).includes('EDITED'));
  expect(own.map(({ action }) => action).toSorted()).toEqual([
    'coupon_changed',
    'coupon_created',
    'coupon_ended',
  ]);
  const nobody = '/0193b1f0-0000-7000-8000-00000000dead';
  expect((await request('PATCH', nobody, { maxUses: 5 })).statusCode).toBe(404);
  expect((await request('POST', `${nobody}/end`)).statusCode).toBe(404);
});

test('administrators who have the form of a coupon open at once do not overwrite each other unseen', async () => {
  const { coupon } = (await create({ code: 'SHARED', discountType: 'percent', discountPercent: 10 })).json();
  const edit = (terms: object) => request('PATCH', `/${coupon.id}`, terms);
  const ends = ['2027-03-31T21:59:59.000Z', '2027-06-30T21:59:59.000Z'];
  const answers = await Promise.all(
    ends.map((expiryDate) => edit({ expiryDate, seen: { expiryDate: null } })),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json()).toMatchObject({ code: 'coupon_changed' });
  // An answer that was lost is asked for again, and other terms do not matter.
  const { expiryDate } = answers.find(({ statusCode }) => statusCode === 200)?.json().coupon ?? {};
  expect((await edit({ expiryDate, seen: { expiryDate: null } })).statusCode).toBe(200);
  const uses = { maxUses: 5, seen: { maxUses: null } };
  expect((await edit(uses)).json().coupon).toMatchObject({ expiryDate, maxUses: 5 });
  expect((await edit({ maxUses: 7, seen: { maxUses: null } })).json().code).toBe('coupon_changed');
  expect((await edit({ validForPlanIds: [2], seen: { validForPlanIds: [3] } })).statusCode).toBe(409);
});
