import { describe, expect, test } from 'vitest';
import { allPlans, booked, onFree, onPlan, onTrial, somePlans } from '../../../testing/subscriptions.ts';
import { statusFacts } from './status-facts.ts';

const { basic, premium } = somePlans;
const now = new Date('2026-11-21T12:00:00.000Z');
const afterEnd = { limit: 1, willPause: 3 };

const pending = {
  planId: 3,
  planName: 'Premium',
  payment_provider: 'paypal',
  reference: 'I-NEW',
  couponCode: null,
  isApproved: true,
  since: '2026-11-21T11:59:00.000Z',
} as const;

const people = {
  trial: onTrial(),
  active: onPlan(basic),
  byLink: onPlan(premium, {
    price: 19.99,
    payment_provider: 'razorpay',
    canRenew: true,
    current_period_end: '2026-11-24T12:00:00.000Z',
  }),
  byLinkNotOffered: onPlan(premium, {
    payment_provider: 'razorpay',
    isOffered: false,
    current_period_end: '2026-11-24T12:00:00.000Z',
  }),
  lateNotOffered: onPlan(premium, {
    status: 'past_due',
    payment_provider: 'razorpay',
    isOffered: false,
    graceEndsAt: '2026-11-23T12:00:00.000Z',
  }),
  lateAtPaypal: onPlan(premium, {
    status: 'past_due',
    isOffered: false,
    graceEndsAt: '2026-11-23T12:00:00.000Z',
  }),
  paypalNotOffered: onPlan(premium, { isOffered: false }),
  endedNotOffered: onPlan(premium, { status: 'cancelled', isOffered: false }, { afterEnd }),
  afterTrialNotOffered: onTrial({ next: booked({ isOffered: false }) }),
  given: onPlan(basic, { payment_provider: 'manual', current_period_end: null }),
  granted: onPlan(basic, {
    payment_provider: 'manual',
    grantedFor: { amount: 5.99, currency: 'USD', at: '2026-11-21T12:00:00.000Z' },
  }),
  covered: onPlan(basic, { payment_provider: 'none' }, { afterEnd }),
  cancelled: onPlan(basic, { status: 'cancelled', canResume: true }, { afterEnd }),
  late: onPlan(basic, { status: 'past_due', graceEndsAt: '2026-11-23T12:00:00.000Z' }),
  activating: onPlan(basic, {}, { pending }),
  full: onFree({ pausedByPlan: 3 }),
  cancelledForGood: onPlan(basic, { status: 'cancelled', canResume: false }, { afterEnd }),
  lowerBooked: onPlan(premium, { canResume: true }, { next: booked({ willPause: 2, willWait: 1 }) }),
  lowerByLink: onPlan(
    premium,
    { status: 'cancelled', canResume: true, payment_provider: 'razorpay' },
    { next: booked({ payment_provider: 'razorpay', canRenew: true }) },
  ),
  afterTrial: onTrial({
    afterEnd: null,
    next: booked({ startsAt: '2026-12-05T12:00:00.000Z', firstAmount: 5.59 }),
  }),
};

describe('the card of the current subscription', () => {
  test.each([
    ['trial', 'Trial - Expires Dec 5, 2026', 'Basic features', 'Renewal date: N/A', 'Room for 1 more'],
    ['active', 'Active Subscription', 'Basic', 'Renewal date: Renews Dec 21, 2026', 'Room for 6 more'],
    [
      'byLink',
      'Active Subscription',
      'Premium, paid period by period',
      'Paid until: Nov 24, 2026',
      'Room for 96 more',
    ],
    [
      'given',
      'Active Subscription',
      'Basic, does not renew by itself',
      'Renewal date: Not Applicable',
      'Room for 6 more',
    ],
    [
      'granted',
      'Active Subscription',
      'Basic, does not renew by itself',
      'Runs until: Dec 21, 2026',
      'Room for 6 more',
    ],
    [
      'cancelled',
      'Subscription Canceled',
      'Basic, Access until Dec 21, 2026',
      'Renewal date: Not Applicable',
      '1 of 1 after that',
    ],
    [
      'late',
      'Payment overdue',
      'Basic, goes on until Nov 23, 2026',
      'Was due on: Dec 21, 2026',
      'Room for 6 more',
    ],
    [
      'activating',
      'Activating your subscription',
      'Premium, Basic goes on until then',
      'Renewal date: N/A',
      '100 as soon as Premium is active',
    ],
    [
      'lowerBooked',
      'Active Subscription',
      'Premium, until Dec 21, 2026',
      'Renewal date: Dec 21, 2026',
      '10 from Dec 21',
    ],
    [
      'lowerByLink',
      'Active Subscription',
      'Premium, until Dec 21, 2026',
      'Renewal date: Dec 21, 2026',
      '10 from Dec 21',
    ],
    [
      'afterTrial',
      'Trial - Expires Dec 5, 2026',
      'Basic features, free until Dec 5',
      'Renewal date: Dec 5, 2026',
      '10 from Dec 5',
    ],
    [
      'full',
      'Free Plan - Limited features',
      'Free, checked every 15 minutes',
      'Renewal date: N/A',
      'Free holds 1',
    ],
  ] as const)('says of %s: %s', (who, badge, planText, dated, usage) => {
    const { plan, date, ...facts } = statusFacts({ current: people[who], plans: allPlans, now });
    expect([
      facts.badge.text,
      [plan.value, plan.note].filter(Boolean).join(', '),
      `${date.label}: ${date.value}`,
      facts.usage,
    ]).toEqual([badge, planText, dated, usage]);
  });

  test.each([
    ['active', '$6.99 per month', 'by PayPal'],
    ['byLink', '$19.99 per month', 'by Razorpay'],
    ['given', 'Nothing to pay', 'given to you by support'],
    ['granted', '$5.99 once', 'paid on Nov 21, 2026'],
    ['covered', 'Nothing to pay', 'for this period'],
    ['cancelled', 'Stopped', 'nothing more is charged'],
    ['activating', '$19.99 per month', 'by PayPal'],
    ['lowerBooked', '$6.99 per month', '$6.99 from Dec 21'],
    ['afterTrial', '$6.99 per month', 'from Dec 5, by PayPal'],
    ['full', '$0 per month', undefined],
  ] as const)('the price of %s is told: %s', (who, value, note) => {
    const { billing } = statusFacts({ current: people[who], plans: allPlans, now });
    expect([billing.value, billing.note]).toEqual([value, note]);
  });

  test.each([
    [
      'trial',
      [],
      'Trial Mode, 14 days remaining. Then you are on Free, unless you choose a plan. Nothing is deleted.',
    ],
    ['active', ['cancel'], 'Need filters, labels or more than 10? Premium has them.'],
    ['full', [], '3 more automations are paused. Basic has room for all 4.'],
    [
      'cancelled',
      ['resume'],
      'After Dec 21, 2026 you are on Free and the 3 newest automations are paused. Nothing is deleted.',
    ],
    [
      'covered',
      ['cancel'],
      'After Dec 21, 2026 you are on Free and the 3 newest automations are paused. Nothing is deleted.',
    ],
    [
      'byLink',
      ['renew', 'cancel'],
      'One payment by Razorpay covers one period. Renew by Nov 24, 2026; until Nov 27, 2026 everything goes on as before.',
    ],
    [
      'byLinkNotOffered',
      ['cancel'],
      'Premium is no longer offered, so it cannot be renewed. To go on, choose another plan by Nov 27, 2026; everything goes on as before until then.',
    ],
    [
      'lateNotOffered',
      [],
      'Premium is no longer offered, so it cannot be renewed. To go on, choose another plan by Nov 23, 2026; everything goes on as before until then.',
    ],
    [
      'lateAtPaypal',
      [],
      'PayPal could not charge you. Check how you pay there, or choose another plan, by Nov 23, 2026; everything goes on until then.',
    ],
    ['paypalNotOffered', ['cancel'], ''],
    [
      'endedNotOffered',
      [],
      'After Dec 21, 2026 you are on Free and the 3 newest automations are paused. Nothing is deleted. PayPal has ended this subscription for good, so it cannot be resumed. Premium is no longer offered: to go on after Dec 21, 2026, choose another plan.',
    ],
    [
      'afterTrialNotOffered',
      ['cancel'],
      'Basic starts on Dec 21, 2026, after your free days. The first payment is $6.99. Cancel before that day and you pay nothing.',
    ],
    [
      'late',
      ['payAnotherWay'],
      'PayPal could not charge you. Check how you pay there, or pay another way, by Nov 23, 2026; everything goes on until then.',
    ],
    [
      'cancelledForGood',
      ['subscribe'],
      'After Dec 21, 2026 you are on Free and the 3 newest automations are paused. Nothing is deleted. PayPal has ended this subscription for good, so it cannot be resumed. To keep Basic after Dec 21, 2026, subscribe again: your unused days are taken off the price.',
    ],
    [
      'lowerBooked',
      ['stay', 'cancel'],
      'Basic starts on Dec 21, 2026. Then the 2 newest automations are paused. 1 automation uses settings that Basic does not have, and waits until they are removed.',
    ],
    [
      'lowerByLink',
      ['payNext', 'stay', 'cancel'],
      'Basic starts on Dec 21, 2026. Before Dec 21, 2026 we mail you a link to pay for it.',
    ],
    [
      'afterTrial',
      ['startNow', 'cancel'],
      'Basic starts on Dec 5, 2026, after your free days. The first payment is $5.59, then $6.99. Cancel before that day and you pay nothing.',
    ],
  ] as const)('the note for %s offers %s', (who, actions, text) => {
    const { note } = statusFacts({ current: people[who], plans: allPlans, now });
    expect(note?.actions).toEqual(actions);
    expect([note?.title, note?.text].filter(Boolean).join(' ')).toBe(text);
  });
});

test('a trial that ends with more automations than Free allows names them', () => {
  const current = onTrial({ configsUsed: 2, afterEnd: { limit: 1, willPause: 1 } });
  const { note } = statusFacts({ current, plans: allPlans, now });
  expect(note).toMatchObject({ affectsByPlan: 1 });
  expect(note?.text).toMatch(/^Then you are on Free and the newest automation is paused, unless/);
});

test('payments that can move to the other provider can do so from the card', () => {
  const current = onPlan(basic, { movableTo: 'razorpay' });
  expect(statusFacts({ current, plans: allPlans, now }).note?.actions).toEqual(['payWithOther', 'cancel']);
});
