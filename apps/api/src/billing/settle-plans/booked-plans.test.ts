import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Shop } from '../../testing/payments.ts';
import { type PlanLife, planLife } from '../../testing/plan-life.ts';

let shop: Shop;
let life: PlanLife;
beforeAll(async () => {
  life = await planLife(new Date('2028-01-15T09:30:00Z'));
  shop = life.shop;
});
afterAll(() => life.close());

const current = () => life.get('/subscription/current');
const statusAt = (reference: string) => shop.paypal.entry(reference).state.status;
const receipts = async () => (await shop.outcome(life.userId)).receipts;

/** Lets the clock stand at a day, without a job that has run. */
function standAt(day: string): void {
  shop.now = new Date(day);
}

/** Signs up, lets the trial end, and buys Premium on Feb 1: it is paid until Mar 1. */
async function onPremium(email: string, provider: 'paypal' | 'razorpay' = 'paypal'): Promise<string> {
  standAt('2028-01-15T09:30:00Z');
  await life.signUp(email);
  standAt('2028-02-01T09:30:00Z');
  await life.work();
  const reference = await shop.start(await life.signIn(), provider, { plan: 3 });
  shop.standIns[provider].pay(reference);
  await shop.event(provider, reference);
  await life.mailsNow();
  return reference;
}

/** Books Basic for the end of the period with PayPal, which the payer agrees to there. */
async function bookBasic(): Promise<string> {
  const reference = await shop.start(await life.signIn(), 'paypal', { plan: 2 });
  shop.paypal.agree(reference);
  await shop.event('paypal', reference);
  return reference;
}

const periodEnd = '2028-03-01T09:30:00.000Z';

test('a plan bought in a trial starts when the free days end, by itself and once, and is charged then', async () => {
  await life.signUp('trial@clients.example');
  const quoted = (await life.post('quote', { plan_id: 2, payment_method: 'paypal' })).json();
  const trialEnd = '2028-01-29T09:30:00.000Z';
  expect(quoted).toMatchObject({
    kind: 'first',
    total: 6.99,
    startsAt: trialEnd,
    trialEndsAt: trialEnd,
    afterwards: { amount: 6.99, from: '2028-02-29T09:30:00.000Z', isAutomatic: true },
  });
  const reference = await shop.start(await life.signIn(), 'paypal');
  expect(shop.paypal.entry(reference).order.startsAt?.toISOString()).toBe(trialEnd);
  expect((await current()).next).toBeNull();
  shop.paypal.agree(reference);
  const verified = await shop.verify(await life.signIn(), reference);
  expect(verified.json()).toMatchObject({ success: true, status: 'scheduled' });
  expect(await life.mailsNow()).toEqual(['Basic starts on January 29, 2028']);
  expect(await life.billingStatus()).toEqual(['Trial', 'trial', 2]);
  expect(await current()).toMatchObject({
    hasSubscription: false,
    trial: { isActive: true },
    afterEnd: null,
    next: { planName: 'Basic', startsAt: trialEnd, price: 6.99, payment_provider: 'paypal', limit: 10 },
  });

  expect(await life.until('2028-01-29T09:29:59Z')).toEqual([
    'Basic starts in 3 days',
    'Basic starts tomorrow',
  ]);
  expect(await life.billingStatus()).toEqual(['Trial', 'trial', 2]);
  expect(await receipts()).toEqual([]);

  // Everybody says Basic before any job has run, and PayPal has a day to charge.
  standAt(trialEnd);
  expect(await life.billingStatus()).toEqual(['Basic', 'active', 10]);
  expect(await life.mailsNow()).toEqual([]);
  expect([await life.billingStatus(), await life.active()]).toEqual([['Basic', 'active', 10], 2]);
  expect((await current()).subscription).toMatchObject({ current_period_end: trialEnd, graceEndsAt: null });
  standAt('2028-01-29T20:00:00Z');
  shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  expect(await life.mailsNow()).toEqual(['Basic is active']);
  expect((await current()).subscription.current_period_end).toBe('2028-02-29T09:30:00.000Z');
  expect(await receipts()).toEqual([699]);
  standAt('2028-02-29T09:30:00Z');
  shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  expect(await life.mailsNow()).toEqual(['Basic is paid until March 29, 2028']);
  const book = await shop.db.planChange.findMany({
    where: { userId: life.userId },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  });
  expect(book.map(({ kind }) => kind)).toEqual([
    'trial_started',
    'scheduled',
    'activated',
    'renewed',
    'renewed',
  ]);
});

test('a plan bought in a trial that is cancelled before it starts costs nothing, and the trial goes on', async () => {
  standAt('2028-01-15T09:30:00Z');
  await life.signUp('cancels@clients.example');
  const reference = await bookBasic();
  await life.mailsNow();
  const answer = await life.post('paypal/cancel', { subscription_id: reference });
  expect(answer.json().message).toBe('Basic does not start. Nothing is charged for it.');
  expect(statusAt(reference)).toBe('cancelled');
  expect(await life.mailsNow()).toEqual(['Basic does not start']);
  expect((await current()).next).toBeNull();
  expect(await life.billingStatus()).toEqual(['Trial', 'trial', 2]);
  standAt('2028-01-29T09:30:00Z');
  expect(await life.billingStatus()).toEqual(['Free', 'free', 1]);
  expect(await receipts()).toEqual([]);
});

test('a plan that waits for the end of the trial can start today instead, and is charged once', async () => {
  standAt('2028-01-15T09:30:00Z');
  await life.signUp('today@clients.example');
  const later = await bookBasic();
  await life.mailsNow();
  expect((await life.post('paypal/create', { plan_id: 2 })).json()).toMatchObject({
    code: 'plan_current',
    message: 'Basic is booked already.',
  });
  const today = await shop.start(await life.signIn(), 'paypal', { start: 'now' });
  expect(shop.paypal.entry(today).order.startsAt ?? null).toBeNull();
  shop.paypal.pay(today);
  await shop.event('paypal', today);
  expect(await life.mailsNow()).toEqual(['Basic is active']);
  expect(statusAt(later)).toBe('cancelled');
  expect(await life.billingStatus()).toEqual(['Basic', 'active', 10]);
  expect(await life.until('2028-02-14T09:30:00Z', 5)).toEqual([]);
  expect(await receipts()).toEqual([699]);
});

test('with Razorpay a plan bought in a trial starts today, and a later start is refused with its reason', async () => {
  standAt('2028-01-15T09:30:00Z');
  await life.signUp('link@clients.example');
  const quoted = (await life.post('quote', { plan_id: 2, payment_method: 'razorpay' })).json();
  expect(quoted).toMatchObject({ startsAt: null, trialEndsAt: '2028-01-29T09:30:00.000Z' });
  const refused = await life.post('razorpay/create', { plan_id: 2, start: 'later' });
  expect(refused.json().errors.start).toContain('A Razorpay link pays at once');
});

test('a lower plan starts when the paid period ends, and nothing that was paid is lost', async () => {
  const premium = await onPremium('lower@clients.example');
  standAt('2028-02-10T09:30:00Z');
  const quoted = (await life.post('quote', { plan_id: 2, payment_method: 'paypal' })).json();
  expect(quoted).toMatchObject({ kind: 'change', total: 6.99, startsAt: periodEnd, trialEndsAt: null });
  expect(quoted.lines).toEqual([{ kind: 'plan', label: 'Basic', amount: 6.99 }]);
  const basic = await bookBasic();
  expect(await life.mailsNow()).toEqual(['Basic starts on March 1, 2028']);
  // What goes on until then is not charged again.
  expect([statusAt(premium), statusAt(basic)]).toEqual(['suspended', 'active']);
  expect(await life.billingStatus()).toEqual(['Premium', 'active', 100]);
  expect(await current()).toMatchObject({
    subscription: { canResume: true, current_period_end: periodEnd, price: 19.99 },
    next: { planName: 'Basic', startsAt: periodEnd, price: 6.99, limit: 10, canRenew: false },
  });
  expect(await life.until('2028-03-01T09:29:59Z', 6)).toEqual([]);
  expect(await life.billingStatus()).toEqual(['Premium', 'active', 100]);

  standAt(periodEnd);
  expect(await life.billingStatus()).toEqual(['Basic', 'active', 10]);
  expect(await life.mailsNow()).toEqual([]);
  expect(await life.billingStatus()).toEqual(['Basic', 'active', 10]);
  expect(statusAt(premium)).toBe('cancelled');
  shop.paypal.pay(basic);
  await Promise.all([shop.event('paypal', basic), shop.event('paypal', basic)]);
  expect(await life.mailsNow()).toEqual(['Basic is active']);
  expect((await current()).subscription).toMatchObject({
    current_period_end: '2028-04-01T09:30:00.000Z',
    price: 6.99,
  });
  expect(await receipts()).toEqual([1999, 699]);
  const { current: plans } = await shop.outcome(life.userId);
  expect(plans).toHaveLength(1);
});

test('a booked lower plan can be cancelled until its day, and the current one goes on', async () => {
  const premium = await onPremium('stays@clients.example');
  standAt('2028-02-10T09:30:00Z');
  const basic = await bookBasic();
  await life.mailsNow();
  expect((await life.post('resume', {})).json()).toEqual({ message: 'Premium goes on.' });
  expect([statusAt(premium), statusAt(basic)]).toEqual(['active', 'cancelled']);
  expect(await life.mailsNow()).toEqual(['Basic does not start']);
  expect(await current()).toMatchObject({ subscription: { status: 'active', canResume: false }, next: null });
  standAt(periodEnd);
  shop.paypal.pay(premium);
  await shop.event('paypal', premium);
  expect(await life.mailsNow()).toEqual(['Premium is paid until April 1, 2028']);
  expect(await receipts()).toEqual([1999, 1999]);
});

test('a lower plan that nobody agreed to changes nothing', async () => {
  const premium = await onPremium('leaves@clients.example');
  standAt('2028-02-10T09:30:00Z');
  await shop.start(await life.signIn(), 'paypal', { plan: 2 });
  expect(await life.until('2028-02-11T09:30:00Z')).toEqual([]);
  expect(await current()).toMatchObject({ pending: null, next: null, subscription: { status: 'active' } });
  expect(statusAt(premium)).toBe('active');
  standAt(periodEnd);
  shop.paypal.pay(premium);
  await shop.event('paypal', premium);
  expect(await receipts()).toEqual([1999, 1999]);
});

test('a lower plan that is agreed to after a renewal is never paid beside the higher one', async () => {
  const premium = await onPremium('late@clients.example');
  standAt('2028-03-01T09:00:00Z');
  const basic = await shop.start(await life.signIn(), 'paypal', { plan: 2 });
  standAt(periodEnd);
  shop.paypal.pay(premium);
  await shop.event('paypal', premium);
  // PayPal charges at once for a start that has passed.
  standAt('2028-03-01T09:40:00Z');
  shop.paypal.pay(basic);
  await shop.event('paypal', basic);
  await life.work();
  expect(await life.billingStatus()).toEqual(['Basic', 'active', 10]);
  const back = (await receipts()).filter((cents) => cents < 0);
  expect(back).toEqual([-1999]);
  expect(statusAt(premium)).toBe('cancelled');
});

test('a lower plan whose page expired and is agreed to beside another plan is never charged', async () => {
  await onPremium('old-page@clients.example');
  const basic = await shop.start(await life.signIn(), 'paypal', { plan: 2 });
  await life.until('2028-02-02T09:30:00Z');
  const premium = await shop.start(await life.signIn(), 'razorpay', { plan: 3 });
  shop.razorpay.pay(premium);
  await shop.event('razorpay', premium);
  shop.paypal.agree(basic);
  await shop.event('paypal', basic);
  await life.work();
  expect(statusAt(basic)).toBe('cancelled');
  expect(await receipts()).toEqual([1999, 1999]);
});

test('a charge of PayPal for the plan before is refunded although another one is booked', async () => {
  const premium = await onPremium('both@clients.example');
  standAt('2028-02-10T09:30:00Z');
  shop.paypal.faults.refusesToSuspend = true;
  const basic = await bookBasic();
  await life.work();
  standAt('2028-03-01T09:29:00Z');
  shop.paypal.pay(premium);
  await shop.event('paypal', premium);
  standAt('2028-03-01T09:31:00Z');
  shop.paypal.pay(basic);
  await shop.event('paypal', basic);
  await life.work();
  shop.paypal.faults.refusesToSuspend = false;
  expect(await life.billingStatus()).toEqual(['Basic', 'active', 10]);
  expect((await receipts()).toSorted((a, b) => a - b)).toEqual([-1999, 699, 1999, 1999]);
});

test('canceling with a lower plan booked ends both, and nothing more is charged', async () => {
  const premium = await onPremium('ends@clients.example');
  standAt('2028-02-10T09:30:00Z');
  const basic = await bookBasic();
  await life.mailsNow();
  await life.post('paypal/cancel', { subscription_id: premium });
  expect(await life.mailsNow()).toEqual(['Premium is canceled and runs until March 1, 2028']);
  expect([statusAt(premium), statusAt(basic)]).toEqual(['suspended', 'cancelled']);
  expect(await current()).toMatchObject({
    next: null,
    subscription: { status: 'cancelled', canResume: true },
  });
  standAt(periodEnd);
  expect(await life.billingStatus()).toEqual(['Free', 'free', 1]);
  expect(await receipts()).toEqual([1999]);
});

test('a lower plan can be booked for the end of the period after a cancellation', async () => {
  const premium = await onPremium('after@clients.example');
  standAt('2028-02-10T09:30:00Z');
  await life.post('paypal/cancel', { subscription_id: premium });
  await life.mailsNow();
  const basic = await bookBasic();
  expect(await life.mailsNow()).toEqual(['Basic starts on March 1, 2028']);
  expect(await life.billingStatus()).toEqual(['Premium', 'cancelled', 100]);
  standAt(periodEnd);
  expect(await life.billingStatus()).toEqual(['Basic', 'active', 10]);
  shop.paypal.pay(basic);
  await shop.event('paypal', basic);
  expect(await life.mailsNow()).toEqual(['Basic is active']);
  expect([statusAt(premium), await receipts()]).toEqual(['cancelled', [1999, 699]]);
});

test('the higher price stays gone when the booked plan is ended at PayPal', async () => {
  const premium = await onPremium('atpaypal@clients.example');
  standAt('2028-02-10T09:30:00Z');
  const basic = await bookBasic();
  await life.mailsNow();
  shop.paypal.set(basic, 'cancelled', 'CANCELLED');
  await shop.event('paypal', basic);
  expect(await life.mailsNow()).toEqual(['Premium is canceled and runs until March 1, 2028']);
  expect(statusAt(premium)).toBe('suspended');
  expect(await current()).toMatchObject({
    next: null,
    subscription: { status: 'cancelled', canResume: true },
  });
});

test('an upgrade takes the place of a plan that waits for the end of the trial', async () => {
  standAt('2028-01-15T09:30:00Z');
  await life.signUp('more@clients.example');
  const basic = await bookBasic();
  await life.mailsNow();
  const premium = await shop.start(await life.signIn(), 'paypal', { plan: 3 });
  shop.paypal.agree(premium);
  await shop.event('paypal', premium);
  expect(await life.mailsNow()).toEqual(['Premium starts on January 29, 2028']);
  expect([statusAt(basic), statusAt(premium)]).toEqual(['cancelled', 'active']);
  expect((await current()).next).toMatchObject({ planName: 'Premium' });
});

test('a booked plan whose first payment fails goes on for the days of grace, and then ends', async () => {
  await onPremium('fails@clients.example');
  standAt('2028-02-10T09:30:00Z');
  const basic = await bookBasic();
  await life.mailsNow();
  standAt(periodEnd);
  shop.paypal.pay(basic, { status: 'failed' });
  await shop.event('paypal', basic);
  expect(await life.until('2028-03-02T10:00:00Z')).toEqual(['Your payment for Basic failed']);
  expect(await life.billingStatus()).toEqual(['Basic', 'past_due', 10]);
  const later = await life.until('2028-03-04T10:00:00Z');
  expect(later).toContain('You are on Free now: Basic has ended');
  expect(await life.billingStatus()).toEqual(['Free', 'free', 1]);
  expect(statusAt(basic)).toBe('cancelled');
});

test('a lower plan paid by link is booked without a payment, and its month is paid before it starts', async () => {
  await onPremium('bylink@clients.example', 'razorpay');
  standAt('2028-02-10T09:30:00Z');
  const booked = (await life.post('razorpay/create', { plan_id: 2 })).json();
  expect(booked).toEqual({ checkoutUrl: null, paymentPageId: null, message: 'Basic starts on Mar 1, 2028.' });
  expect(await life.mailsNow()).toEqual(['Basic starts on March 1, 2028']);
  expect((await current()).next).toMatchObject({ canRenew: false, isPaid: false, price: 6.99 });
  expect(await life.until('2028-02-25T10:00:00Z', 7)).toEqual(['Basic starts in 5 days: pay $6.99 for it']);
  expect((await current()).next.canRenew).toBe(true);
  expect((await current()).subscription.canRenew).toBe(false);
  const link = await shop.start(await life.signIn(), 'razorpay');
  shop.razorpay.pay(link);
  await shop.event('razorpay', link);
  expect(await life.mailsNow()).toEqual(['Basic is paid until April 1, 2028']);
  expect(await life.billingStatus()).toEqual(['Premium', 'active', 100]);
  standAt(periodEnd);
  expect(await life.billingStatus()).toEqual(['Basic', 'active', 10]);
  expect(await life.mailsNow()).toEqual(['Basic is active']);
  expect((await current()).subscription.current_period_end).toBe('2028-04-01T09:30:00.000Z');
  expect(await receipts()).toEqual([1999, 699]);
});

test('a month of a booked plan that was paid ahead is refunded when the plan before it goes on', async () => {
  await onPremium('ahead@clients.example', 'razorpay');
  standAt('2028-02-26T09:30:00Z');
  await life.work();
  await life.post('razorpay/create', { plan_id: 2 });
  const link = await shop.start(await life.signIn(), 'razorpay');
  shop.razorpay.pay(link);
  await shop.event('razorpay', link);
  await life.post('resume', {});
  await life.work();
  expect(await receipts()).toEqual([1999, 699, -699]);
  expect(await current()).toMatchObject({ next: null, subscription: { status: 'active', canRenew: true } });
});

test('a month of a booked plan that was paid ahead and refunded can be paid again', async () => {
  await onPremium('again@clients.example', 'razorpay');
  standAt('2028-02-26T09:30:00Z');
  await life.work();
  await life.post('razorpay/create', { plan_id: 2 });
  const link = await shop.start(await life.signIn(), 'razorpay');
  const payment = shop.razorpay.pay(link);
  await shop.event('razorpay', link);
  shop.razorpay.makeRefund(payment, 699);
  await shop.event('razorpay', link);
  await life.mailsNow();
  expect(await receipts()).toEqual([1999, 699, -699]);
  expect((await current()).next).toMatchObject({ planName: 'Basic', isPaid: false, canRenew: true });
  const again = await shop.start(await life.signIn(), 'razorpay');
  shop.razorpay.pay(again);
  await shop.event('razorpay', again);
  expect((await current()).next).toMatchObject({ isPaid: true });
  standAt(periodEnd);
  expect(await life.billingStatus()).toEqual(['Basic', 'active', 10]);
  await life.mailsNow();
  expect((await current()).subscription.current_period_end).toBe('2028-04-01T09:30:00.000Z');
  expect(await receipts()).toEqual([1999, 699, -699, 699]);
});

test('a link of a booked plan that was closed gives no discount that was used elsewhere', async () => {
  await onPremium('closed@clients.example', 'razorpay');
  standAt('2028-02-26T09:30:00Z');
  await life.work();
  await life.post('razorpay/create', { plan_id: 2 });
  const coupon = { code: 'ONCEONLY', discountType: 'amount' as const, discountAmount: '2.00', maxUses: 1 };
  const { id } = await shop.db.coupon.create({ data: coupon });
  const who = await life.signIn();
  const closed = await shop.start(who, 'razorpay', { coupon: coupon.code });
  await shop.start(who, 'razorpay');
  await shop.db.coupon.update({ where: { id }, data: { currentUses: 1 } });
  shop.razorpay.pay(closed);
  await shop.event('razorpay', closed);
  await life.work();
  expect(await receipts()).toEqual([1999, 499, -499]);
  expect((await current()).next).toMatchObject({ isPaid: false });
});

test('a booked plan that nobody pays has the days of grace, and after a free period none', async () => {
  await onPremium('unpaid@clients.example', 'razorpay');
  standAt('2028-02-10T09:30:00Z');
  await life.post('razorpay/create', { plan_id: 2 });
  standAt(periodEnd);
  expect((await life.billingStatus())[0]).toBe('Basic');
  await life.work();
  expect(await life.billingStatus()).toEqual(['Basic', 'past_due', 10]);
  standAt('2028-03-04T09:30:00Z');
  expect(await life.billingStatus()).toEqual(['Free', 'free', 1]);

  standAt('2028-01-15T09:30:00Z');
  await life.signUp('gift@clients.example');
  const coupon = { code: 'FREEPREMIUM', discountType: 'percent' as const, discountPercent: 100 };
  await shop.db.coupon.create({ data: coupon });
  await life.post('paypal/create', { plan_id: 3, coupon_code: coupon.code, start: 'now' });
  expect((await life.post('razorpay/create', { plan_id: 2 })).json().message).toBe(
    'Basic starts on Feb 15, 2028.',
  );
  await life.mailsNow();
  expect(await life.until('2028-02-11T09:30:00Z', 7)).toEqual(['Basic starts in 4 days: pay $6.99 for it']);
  standAt('2028-02-15T09:30:00Z');
  await life.work();
  expect(await life.billingStatus()).toEqual(['Free', 'free', 1]);
});

test('a coupon for everything books the first month after the trial, and nothing is asked of a provider', async () => {
  standAt('2028-01-15T09:30:00Z');
  await life.signUp('coupon@clients.example');
  const coupon = { code: 'AFTERTRIAL', discountType: 'percent' as const, discountPercent: 100 };
  const { id } = await shop.db.coupon.create({ data: coupon });
  const booked = await life.post('paypal/create', { plan_id: 2, coupon_code: coupon.code });
  expect(booked.json()).toMatchObject({ approvalUrl: null, message: 'Basic starts on Jan 29, 2028.' });
  expect((await current()).next).toMatchObject({ isPaid: true, firstAmount: 0, price: 6.99 });
  await life.mailsNow();
  standAt('2028-01-29T09:30:00Z');
  expect(await life.billingStatus()).toEqual(['Basic', 'active', 10]);
  expect(await life.mailsNow()).toEqual(['Basic is active']);
  expect((await shop.outcome(life.userId)).couponUses).toBe(1);
  expect(await shop.db.coupon.findUnique({ where: { id } })).toMatchObject({ currentUses: 1 });
});

test('a coupon of a booked plan that is cancelled is free again', async () => {
  standAt('2028-01-15T09:30:00Z');
  await life.signUp('back@clients.example');
  const coupon = { code: 'HALFOFF', discountType: 'percent' as const, discountPercent: 50, maxUses: 1 };
  const { id } = await shop.db.coupon.create({ data: coupon });
  const reference = await shop.start(await life.signIn(), 'paypal', { coupon: coupon.code });
  shop.paypal.agree(reference);
  await shop.event('paypal', reference);
  expect((await current()).next).toMatchObject({ firstAmount: 3.49, price: 6.99 });
  await life.post('paypal/cancel', { subscription_id: reference });
  expect(await shop.db.coupon.findUnique({ where: { id } })).toMatchObject({ currentUses: 0 });
});

test('a coupon of a booked plan is refused for another purchase, with the reason, until that plan is cancelled', async () => {
  standAt('2028-01-15T09:30:00Z');
  await life.signUp('twice@clients.example');
  const { code } = await shop.db.coupon.create({
    data: { code: 'FORONE', discountType: 'percent', discountPercent: 50 },
  });
  const reference = await shop.start(await life.signIn(), 'paypal', { coupon: code });
  shop.paypal.agree(reference);
  await shop.event('paypal', reference);
  const message = 'Your booked plan uses this coupon. To use it here, cancel that plan first.';
  const premium = { plan_id: 3, coupon_code: code, start: 'now' };
  for (const path of ['quote', 'razorpay/create'])
    expect((await life.post(path, premium)).json()).toEqual({ code: 'coupon_invalid', message });
  const validate = async () => (await life.post('coupon/validate', { code, planId: 3 })).json();
  expect(await validate()).toMatchObject({ valid: false, message });
  await life.post('paypal/cancel', { subscription_id: reference });
  expect(await validate()).toMatchObject({ valid: true });
});

test('a discounted first month of a booked plan is charged at its start, with a receipt that says so', async () => {
  standAt('2028-01-15T09:30:00Z');
  await life.signUp('less@clients.example');
  await shop.db.coupon.create({
    data: { code: 'TWOLESS', discountType: 'amount', discountAmount: '2.00' },
  });
  const reference = await shop.start(await life.signIn(), 'paypal', { coupon: 'TWOLESS' });
  shop.paypal.agree(reference);
  await shop.event('paypal', reference);
  standAt('2028-01-29T09:30:00Z');
  shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  standAt('2028-02-29T09:30:00Z');
  shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  expect(await receipts()).toEqual([499, 699]);
  expect((await shop.outcome(life.userId)).couponUses).toBe(1);
});

test('a booked plan is cancelled when the payment of the current one is refunded', async () => {
  const premium = await onPremium('takes@clients.example');
  standAt('2028-02-10T09:30:00Z');
  const basic = await bookBasic();
  const [payment] = (await shop.outcome(life.userId)).payments;
  shop.paypal.makeRefund(payment?.providerTransactionId ?? '', 1999);
  await shop.event('paypal', premium);
  await life.work();
  expect(await life.billingStatus()).toEqual(['Free', 'free', 1]);
  expect([(await current()).next, statusAt(basic)]).toEqual([null, 'cancelled']);
});

test('a plan that was ended at PayPal offers no resumption', async () => {
  const premium = await onPremium('over@clients.example');
  shop.paypal.set(premium, 'cancelled', 'CANCELLED');
  await shop.event('paypal', premium);
  expect(await life.mailsNow()).toEqual(['Premium is canceled and runs until March 1, 2028']);
  const text = life.outbox.at(-1)?.text ?? '';
  expect(text.replaceAll(/\s+/g, ' ')).toContain('To keep Premium after March 1, 2028, subscribe again');
  expect(text).not.toContain('you can resume');
  expect((await current()).subscription).toMatchObject({ status: 'cancelled', canResume: false });
});
