import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Customer, type Shop, testShop } from '../../testing/payments.ts';
import { settlePlans } from './settle-plans.ts';

let shop: Shop;
const begin = new Date('2026-11-21T10:00:00Z');
const dayMs = 24 * 60 * 60_000;
const inDays = (days: number, from = begin) => new Date(from.getTime() + days * dayMs);

beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.now = begin;
  shop.paypal.faults.isAway = false;
});

const customer = (trialEndDate = inDays(-1)) => shop.api.signIn({ trialEndDate });

async function subscriber(provider: 'paypal' | 'razorpay', who?: Customer) {
  const buyer = who ?? (await customer());
  const reference = await shop.start(buyer, provider);
  shop.standIns[provider].pay(reference);
  await shop.event(provider, reference);
  await shop.work();
  return { ...buyer, reference };
}

/** The job, twice at once as two processes may run it, and what it has asked for. */
async function settle(at: Date) {
  shop.now = at;
  await Promise.all([settlePlans(shop.api.context), settlePlans(shop.api.context)]);
  await shop.work();
}

const readState = async ({ userId }: Customer) => {
  const [row] = await shop.db.subscription.findMany({
    where: { userId },
    orderBy: { createdAt: 'desc' },
    take: 1,
  });
  const user = await shop.db.user.findUniqueOrThrow({ where: { id: userId } });
  return [row?.status, user.subscriptionStatus, user.subscriptionTier];
};
const book = async ({ userId }: Customer) =>
  (await shop.db.planChange.findMany({ where: { userId }, orderBy: { at: 'asc' } })).map(({ kind }) => kind);

test('a trial that ended is Free in the row as well, and one that runs stays', async () => {
  const [over, runs] = [await customer(inDays(2)), await customer(inDays(4))];
  await settle(inDays(3));
  expect([await readState(over), await readState(runs)]).toEqual([
    [undefined, 'free', 'free'],
    [undefined, 'trial', 'free'],
  ]);
});

test('a cancelled period ends once, and PayPal is told to cancel for good', async () => {
  const who = await subscriber('paypal');
  await shop.post(who, 'paypal/cancel', { subscription_id: who.reference });
  const end = new Date('2026-12-21T10:00:00Z');
  await settle(inDays(-1, end));
  expect(await readState(who)).toEqual(['cancelled', 'cancelled', 'basic']);
  await settle(end);
  expect(await readState(who)).toEqual(['expired', 'free', 'free']);
  expect(await book(who)).toEqual(['activated', 'cancelled', 'ended']);
  expect(shop.paypal.entry(who.reference).state.status).toBe('cancelled');
});

test('a link that nobody renewed is overdue from its end, and over three days later; one renewed in time is neither', async () => {
  const [late, inTime] = [await subscriber('razorpay'), await subscriber('razorpay')];
  const end = new Date('2026-12-21T10:00:00Z');
  shop.now = inDays(-2, end);
  const renewing = await shop.api.signIn({ userId: inTime.userId });
  const renewal = await shop.start(renewing, 'razorpay');
  shop.razorpay.pay(renewal);
  await shop.event('razorpay', renewal);
  await settle(end);
  expect([await readState(late), await readState(inTime)]).toEqual([
    ['past_due', 'past_due', 'basic'],
    ['active', 'active', 'basic'],
  ]);
  await settle(inDays(2.9, end));
  expect(await readState(late)).toEqual(['past_due', 'past_due', 'basic']);
  await settle(inDays(3, end));
  expect([await readState(late), await readState(inTime)]).toEqual([
    ['expired', 'free', 'free'],
    ['active', 'active', 'basic'],
  ]);
  expect(await book(late)).toEqual(['activated', 'past_due', 'ended']);
  expect(await book(inTime)).toEqual(['activated', 'renewed']);
});

test('PayPal’s renewal of which no event told is found, and one that does not come is overdue a day after the end', async () => {
  const [pays, silent] = [await subscriber('paypal'), await subscriber('paypal')];
  const end = new Date('2026-12-21T10:00:00Z');
  shop.now = end;
  shop.paypal.pay(pays.reference);
  await settle(inDays(0.5, end));
  expect([await readState(pays), await readState(silent)]).toEqual([
    ['active', 'active', 'basic'],
    ['active', 'active', 'basic'],
  ]);
  expect(await book(pays)).toEqual(['activated', 'renewed']);
  await settle(inDays(1, end));
  expect(await readState(silent)).toEqual(['past_due', 'past_due', 'basic']);
  const row = await shop.db.subscription.findFirstOrThrow({ where: { userId: silent.userId } });
  expect(row.pastDueSince).toEqual(end);
  // Paid on the last day of grace, told by nobody.
  shop.now = inDays(2.9, end);
  shop.paypal.pay(silent.reference);
  await settle(inDays(2.95, end));
  expect(await readState(silent)).toEqual(['active', 'active', 'basic']);
  expect(await book(silent)).toEqual(['activated', 'past_due', 'recovered']);
});

test('a period that a coupon paid for ends with itself, without grace', async () => {
  const who = await customer();
  const code = `FREE${Date.now()}`;
  await shop.db.coupon.create({ data: { code, discountType: 'percent', discountPercent: 100 } });
  const answer = await shop.post(who, 'paypal/create', { plan_id: 2, coupon_code: code });
  expect(answer.json().approvalUrl).toBeNull();
  await settle(new Date('2026-12-21T09:00:00Z'));
  expect(await readState(who)).toEqual(['active', 'active', 'basic']);
  await settle(new Date('2026-12-21T10:00:00Z'));
  expect(await readState(who)).toEqual(['expired', 'free', 'free']);
});

test('a payment page that expired gives its coupon back, unless somebody has paid it at the last moment', async () => {
  const code = `ONCE${Date.now()}`;
  await shop.db.coupon.create({ data: { code, discountType: 'percent', discountPercent: 20, maxUses: 2 } });
  const [leaves, pays] = [await customer(), await customer()];
  await shop.start(leaves, 'razorpay', { coupon: code });
  const paid = await shop.start(pays, 'razorpay', { coupon: code });
  shop.razorpay.pay(paid);
  await settle(inDays(2));
  expect(await readState(leaves)).toEqual([undefined, 'free', 'free']);
  expect(await readState(pays)).toEqual(['active', 'active', 'basic']);
  expect(await shop.db.checkout.findFirstOrThrow({ where: { userId: leaves.userId } })).toMatchObject({
    status: 'expired',
  });
  expect(await shop.db.coupon.findUniqueOrThrow({ where: { code } })).toMatchObject({ currentUses: 1 });
});

test('a page of PayPal that expired and is agreed to beside another plan is refunded once, and charges nothing more', async () => {
  const who = await customer();
  const old = await shop.start(who, 'paypal');
  await settle(inDays(0.5));
  const other = await shop.start(who, 'razorpay');
  shop.razorpay.pay(other);
  await shop.event('razorpay', other);
  shop.paypal.pay(old);
  await shop.event('paypal', old);
  await shop.work();
  expect(shop.paypal.entry(old).state.status).toBe('cancelled');
  expect((await shop.outcome(who.userId)).receipts).toEqual([699, 699, -699]);
});

test('a page whose provider is away is looked at again later, and closed after a day', async () => {
  const who = await customer();
  await shop.start(who, 'paypal');
  shop.paypal.faults.isAway = true;
  const open = async () =>
    (await shop.db.checkout.findFirstOrThrow({ where: { userId: who.userId } })).status;
  shop.now = inDays(0.5);
  await settlePlans(shop.api.context);
  expect(await open()).toBe('open');
  shop.now = inDays(2);
  await settlePlans(shop.api.context);
  expect(await open()).toBe('expired');
  shop.paypal.faults.isAway = false;
  await shop.work();
});

test('a refund that no event told of is found within a day', async () => {
  const who = await subscriber('paypal');
  const { transactions } = await shop.outcome(who.userId);
  const [payment] = transactions;
  shop.paypal.makeRefund(payment?.providerTransactionId ?? '', 699);
  for (let hour = 0; hour < 24; hour += 1) await settle(new Date(begin.getTime() + hour * 3_600_000));
  expect(await readState(who)).toEqual(['expired', 'free', 'free']);
});

test('a step that fails does not keep the next ones from running', async () => {
  const who = await customer(inDays(1));
  shop.now = inDays(2);
  const queue = { ...shop.api.context.queue, send: () => Promise.reject(new Error('the queue is away')) };
  await subscriber('paypal');
  shop.now = inDays(40);
  await expect(settlePlans({ ...shop.api.context, queue })).rejects.toThrow(
    'some plans could not be settled',
  );
  expect(await readState(who)).toEqual([undefined, 'free', 'free']);
  await settle(inDays(40));
});

test('a subscription that cannot be settled does not keep the next ones from ending', async () => {
  const [stuck, next] = [await subscriber('razorpay'), await subscriber('razorpay')];
  const [row] = await shop.db.subscription.findMany({ where: { userId: stuck.userId } });
  await shop.api.admin.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON subscriptions FOR EACH ROW WHEN (OLD.id = '${row?.id}') EXECUTE FUNCTION refuse();`);
  shop.now = new Date('2026-12-21T11:00:00Z');
  await expect(settlePlans(shop.api.context)).rejects.toThrow('some plans could not be settled');
  expect(await readState(next)).toEqual(['past_due', 'past_due', 'basic']);
  expect(await readState(stuck)).toEqual(['active', 'active', 'basic']);
  await shop.api.admin.query('DROP TRIGGER refuse ON subscriptions; DROP FUNCTION refuse');
  await settlePlans(shop.api.context);
  expect(await readState(stuck)).toEqual(['past_due', 'past_due', 'basic']);
});

test('a payment page that cannot be closed does not keep the next ones open', async () => {
  const [stuck, next] = [await customer(), await customer()];
  for (const who of [stuck, next]) await shop.start(who, 'razorpay');
  await shop.api.admin.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON checkouts FOR EACH ROW WHEN (OLD.user_id = '${stuck.userId}') EXECUTE FUNCTION refuse();`);
  const readStatus = async ({ userId }: Customer) =>
    (await shop.db.checkout.findFirstOrThrow({ where: { userId } })).status;
  shop.now = inDays(2);
  await expect(settlePlans(shop.api.context)).rejects.toThrow('some plans could not be settled');
  expect([await readStatus(stuck), await readStatus(next)]).toEqual(['open', 'expired']);
  await shop.api.admin.query('DROP TRIGGER refuse ON checkouts; DROP FUNCTION refuse');
  await settle(inDays(2));
  expect(await readStatus(stuck)).toBe('expired');
});

test('a provider that does not answer is not waited for page by page', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => customer()));
  for (const who of people) await shop.start(who, 'paypal');
  const other = await customer();
  const link = await shop.start(other, 'razorpay');
  shop.razorpay.pay(link);
  shop.paypal.faults.isAway = true;
  const calls = shop.paypal.calls.length;
  shop.now = new Date(begin.getTime() + 2 * 60 * 60_000);
  await settlePlans(shop.api.context);
  // The list of disputes is another call.
  const looks = shop.paypal.calls.slice(calls).filter((call) => call !== 'disputes');
  expect(looks).toHaveLength(3);
  expect(await readState(other)).toEqual(['active', 'active', 'basic']);
});
