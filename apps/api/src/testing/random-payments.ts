import { lockUser } from '../base/lock-user.ts';
import { updateOverdueSubscriptions } from '../billing/settle-plans/settle-plans.ts';
import { writeBillingStatus } from '../billing/subscriptions/subscriptions.store.ts';
import type { Movement, PaymentWorld } from './payment-world.ts';
import type { Customer } from './payments.ts';

/** Numbers that look drawn and are the same for the same seed (mulberry32). */
export function drawFrom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (end: number) => Math.floor(next() * end),
    pick: <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(next() * items.length)],
  };
}

type Draw = ReturnType<typeof drawFrom>;
type Run = { world: PaymentWorld; people: Customer[]; coupons: string[]; draw: Draw };

const answers = ['rate_limit', 'error', 'html', 'truncated', 'unauthorized', 'hang'];

/** What goes wrong at the providers for a while; nothing, half of the time. */
const faults: ((draw: Draw) => object)[] = [
  ...Array.from({ length: 7 }, () => () => ({})),
  (draw) => ({ answer: draw.pick(answers), takesEffect: draw.below(2) === 0, times: 1 + draw.below(3) }),
  (draw) => ({ answer: draw.pick(answers), takesEffect: true, times: 1 }),
  () => ({ events: 'never' }),
  () => ({ events: 'twice' }),
  () => ({ events: 'before_return' }),
  () => ({ signature: 'wrong' }),
  () => ({ paidCents: 100 }),
  () => ({ paidCurrency: 'EUR' }),
];

type Act = (run: Run) => Promise<unknown>;

function post({ world }: Run, { headers }: Customer, path: string, payload: object) {
  return world.api.app.inject({ method: 'POST', url: `/api/subscription/${path}`, headers, payload });
}

const start: Act = async (run) => {
  const who = run.draw.pick(run.people);
  const coupon = run.draw.below(4) === 0 ? run.draw.pick(run.coupons) : undefined;
  const begin = run.draw.pick(['now', 'later', undefined]);
  const body = {
    plan_id: 2 + run.draw.below(2),
    ...(coupon && { coupon_code: coupon }),
    ...(begin && { start: begin }),
  };
  const path = run.draw.pick(['paypal/create', 'razorpay/create']) ?? '';
  // What people do here in a minute would take them days, and the limits are per hour.
  await run.world.api.db.throttle.deleteMany();
  if (who) await Promise.all(Array.from({ length: 1 + run.draw.below(2) }, () => post(run, who, path, body)));
};

/** A payer decides on a page, whether it is still open here or not, and comes back, or does not. */
const decide: Act = async (run) => {
  const { subscriptions, links } = await run.world.books();
  const waiting = subscriptions.filter(({ status }) => status === 'APPROVAL_PENDING').map(({ id }) => id);
  const open = links.filter(({ status }) => status === 'created').map(({ id }) => id);
  const id = run.draw.pick([...waiting, ...open]);
  if (!id) return;
  const yes = waiting.includes(id) ? 'approve' : 'pay';
  const decision = run.draw.below(8) === 0 ? (yes === 'approve' ? 'cancel' : 'fail') : yes;
  const decided = await run.world.act<{ location: string | null }>(id, 'decide', { decision });
  if (decided?.location && run.draw.below(3) > 0)
    await returnFromProvider(run, id, new URL(decided.location));
};

/** Whoever is signed in there: mostly the payer, sometimes somebody else. */
async function returnFromProvider(run: Run, reference: string, { searchParams }: URL): Promise<void> {
  const checkout = await run.world.api.db.checkout.findFirst({ where: { providerReference: reference } });
  const payer = run.people.find(({ userId }) => userId === checkout?.userId);
  const who = run.draw.below(10) === 0 ? run.draw.pick(run.people) : payer;
  if (!who) return;
  const of = (name: string) => searchParams.get(name) ?? undefined;
  if (reference.startsWith('I-')) {
    await post(run, who, 'paypal/verify', { plan_id: 2, subscription_id: reference });
    return;
  }
  await post(run, who, 'razorpay/verify', {
    plan_id: 2,
    payment_id: of('razorpay_payment_id'),
    payment_link_id: of('razorpay_payment_link_id'),
    payment_link_reference_id: of('razorpay_payment_link_reference_id'),
    payment_link_status: of('razorpay_payment_link_status'),
    signature: of('razorpay_signature'),
  });
}

const poll: Act = async (run) => {
  const { subscriptions } = await run.world.books();
  const [who, one] = [run.draw.pick(run.people), run.draw.pick(subscriptions)];
  const url = `/api/subscription/paypal/status/${one?.id}?checkRealTime=true`;
  if (who && one) await run.world.api.app.inject({ url, headers: who.headers });
};

const onActive =
  (action: string): Act =>
  async (run) => {
    const { subscriptions } = await run.world.books();
    const one = run.draw.pick(subscriptions.filter(({ status }) => status === 'ACTIVE'));
    if (one) await run.world.act(one.id, action);
  };

/** PayPal tells no amount of a part that somebody gave back on its pages; of Razorpay parts are known. */
const refund: Act = async (run) => {
  const { movements } = await run.world.books();
  const isPaid = ({ kind, status }: Movement) => kind === 'payment' && status === 'paid';
  const payment = run.draw.pick(movements.filter(isPaid));
  if (!payment) return;
  const isPart = payment.provider === 'razorpay' && run.draw.below(2) === 0;
  const action = run.draw.pick(['refund', 'chargeback']) ?? '';
  await run.world.act(payment.id, action, isPart ? { amountCents: 1 + run.draw.below(99) } : {});
};

const resend: Act = async (run) => {
  const { deliveries } = await run.world.books();
  const one = run.draw.pick(deliveries);
  if (one) await run.world.act(`deliveries/${one.id}`, 'resend');
};

/** Somebody who has a plan, or has booked one, ends it, or takes that back. */
const changeMind: Act = async (run) => {
  const plans = await run.world.api.db.subscription.findMany({
    where: { status: { in: ['active', 'past_due', 'cancelled', 'scheduled'] } },
    orderBy: { id: 'asc' },
  });
  const one = run.draw.pick(plans);
  const who = run.people.find(({ userId }) => userId === one?.userId);
  const reference = one?.paymentProviderSubscriptionId;
  if (!who || !reference) return;
  const isResumed = one.status === 'cancelled' || (one.status === 'scheduled' && run.draw.below(2) === 0);
  if (isResumed) await post(run, who, 'resume', {});
  else await post(run, who, 'paypal/cancel', { subscription_id: reference });
};

/** The day comes on which a plan was booked to begin: what ends on it ends a moment ago. */
const reachDay: Act = async ({ world, draw }) => {
  const { db, context } = world.api;
  const booked = await db.subscription.findMany({ where: { status: 'scheduled' }, orderBy: { id: 'asc' } });
  const next = draw.pick(booked);
  if (!next) return;
  const at = new Date(Date.now() - 1000);
  const moveBy = at.getTime() - next.startDate.getTime();
  const end = new Date((next.currentPeriodEnd ?? next.startDate).getTime() + moveBy);
  const { userId } = next;
  await db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    await tx.subscription.updateMany({
      where: { userId, status: { in: ['active', 'cancelled'] } },
      data: { currentPeriodEnd: at },
    });
    const day = { startDate: at, currentPeriodStart: at, currentPeriodEnd: end };
    await tx.subscription.updateMany({ where: { id: next.id, status: 'scheduled' }, data: day });
    await tx.user.updateMany({ where: { id: userId, trialEndDate: { gt: at } }, data: { trialEndDate: at } });
    await writeBillingStatus(tx, { userId, now: at });
  });
  await updateOverdueSubscriptions(context).catch(() => 0);
};

const acts: Act[] = [start, start, start, decide, decide, decide, poll, onActive('renew'), refund, resend];
const rareActs: Act[] = [onActive('fail-renewal'), changeMind, changeMind, reachDay, reachDay];

/** Lets `events` random things happen, with faults of the providers in between. */
export async function happenAtRandom({ events, ...run }: Run & { events: number }): Promise<void> {
  for (let count = 0; count < events; count += 1) {
    if (count % 5 === 0) await run.world.fault(run.draw.pick(faults)?.(run.draw) ?? {});
    const isRare = run.draw.below(10) === 0;
    await run.draw.pick(isRare ? rareActs : acts)?.(run);
  }
  await run.world.fault({});
}
