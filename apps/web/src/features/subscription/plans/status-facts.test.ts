import { describe, expect, test } from 'vitest';
import { allPlans, booked, onFree, onPlan, onTrial, somePlans } from '../../../testing/subscriptions.ts';
import { panelFacts, planSubtitle } from './panel-facts.ts';
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

describe('the status card', () => {
  test.each([
    [
      'trial',
      'Trial - Expires Dec 5, 2026',
      'with the Basic features',
      'Trial ends on Dec 5, 2026',
      'Room for 1 more',
    ],
    [
      'active',
      'Active Subscription',
      'Renews Dec 21, 2026',
      'Next billing date Dec 21, 2026',
      'Room for 6 more',
    ],
    ['byLink', 'Active Subscription', 'Paid period by period', 'Paid until Nov 24, 2026', 'Room for 96 more'],
    ['given', 'Active Subscription', 'Does not renew by itself', 'Runs until No end date', 'Room for 6 more'],
    [
      'cancelled',
      'Subscription Canceled',
      'Access until Dec 21, 2026',
      'Access until Dec 21, 2026',
      '1 of 1 after that',
    ],
    ['late', 'Payment overdue', 'Goes on until Nov 23, 2026', 'Was due on Dec 21, 2026', 'Room for 6 more'],
    [
      'activating',
      'Activating your subscription',
      'Basic goes on until then',
      'Next billing date N/A',
      '100 as soon as Premium is active',
    ],
    [
      'lowerBooked',
      'Active Subscription',
      'until Dec 21, 2026, then Basic',
      'Basic starts on Dec 21, 2026',
      '10 with Basic',
    ],
    [
      'lowerByLink',
      'Active Subscription',
      'until Dec 21, 2026, then Basic',
      'Basic starts on Dec 21, 2026',
      '10 with Basic',
    ],
    [
      'afterTrial',
      'Trial - Expires Dec 5, 2026',
      'free until Dec 5, 2026, then Basic',
      'Basic starts on Dec 5, 2026',
      '10 from Dec 5',
    ],
    [
      'full',
      'Free Plan - Limited features',
      '1 configuration',
      'Checked Every 15 minutes',
      '3 more are paused, Free holds 1',
    ],
  ] as const)('%s: %s', (who, badge, detail, dated, usage) => {
    const { date, ...facts } = statusFacts({ current: people[who], plans: allPlans, now });
    expect([facts.badge.text, facts.detail, `${date.label} ${date.value}`, facts.usage]).toEqual([
      badge,
      detail,
      dated,
      usage,
    ]);
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
  ] as const)('what %s pays: %s', (who, value, note) => {
    const { billing } = statusFacts({ current: people[who], plans: allPlans, now });
    expect([billing.value, billing.note]).toEqual([value, note]);
  });

  test.each([
    [
      'cancelled',
      ['resume'],
      'After that you are on Free and the 3 newest automations are paused. Nothing is deleted.',
    ],
    [
      'covered',
      [],
      'After Dec 21, 2026 you are on Free and the 3 newest automations are paused. Nothing is deleted.',
    ],
    [
      'byLink',
      ['renew'],
      'One payment by Razorpay covers one period. Renew by Nov 24, 2026; until Nov 27, 2026 everything goes on as before.',
    ],
    [
      'late',
      ['payAnotherWay'],
      'PayPal could not charge you. Check how you pay there, or pay another way, by Nov 23, 2026; everything goes on until then.',
    ],
    [
      'cancelledForGood',
      ['subscribe'],
      'After that you are on Free and the 3 newest automations are paused. Nothing is deleted. PayPal has ended this subscription for good, so it cannot be resumed. To keep Basic after Dec 21, 2026, subscribe again: your unused days are taken off the price.',
    ],
    [
      'lowerBooked',
      ['stay'],
      'Premium until Dec 21, 2026, then Basic. Then the 2 newest automations are paused. 1 automation uses settings that Basic does not have, and waits until they are removed.',
    ],
    [
      'lowerByLink',
      ['payNext', 'stay'],
      'Premium until Dec 21, 2026, then Basic. Before Dec 21, 2026 we mail you a link to pay for it.',
    ],
    [
      'afterTrial',
      ['startNow', 'takeBack'],
      'Basic starts on Dec 5, 2026, after your free days. The first payment is $5.59, then $6.99. Cancel before that day and you pay nothing.',
    ],
  ] as const)('what %s can do about it: %s', (who, actions, text) => {
    expect(statusFacts({ current: people[who], plans: allPlans, now }).note).toMatchObject({ text, actions });
  });
});

test.each([
  ['trial', 'Your trial goes on until Dec 5, 2026. 1 of 2 configurations is used.'],
  ['active', 'You are on Basic until Dec 21, 2026, when it renews. 4 of 10 configurations are used.'],
  ['cancelled', 'You are on Basic until Dec 21, 2026. 4 of 10 configurations are used.'],
  ['given', 'You are on Basic. 4 of 10 configurations are used.'],
  ['late', 'A payment for Basic is overdue. 4 of 10 configurations are used.'],
  ['activating', 'Premium is being activated. 4 of 10 configurations are used.'],
  [
    'lowerBooked',
    'You are on Premium until Dec 21, 2026, then Basic starts. 4 of 100 configurations are used.',
  ],
  ['afterTrial', 'Your trial goes on until Dec 5, 2026, then Basic starts. 1 of 2 configurations is used.'],
  ['full', 'You are on the Free plan. 1 of 1 configuration is used.'],
] as const)('the line under the title, %s', (who, text) => {
  expect(planSubtitle(people[who])).toBe(text);
});

test.each([
  [
    'trial',
    'Trial',
    'Basic features',
    'N/A',
    '14 days remaining. After that you are on Free, unless you choose a plan.',
  ],
  ['active', 'Active', 'Basic', 'Dec 21, 2026', 'Need more room? Premium has 100 configurations.'],
  ['byLink', 'Active', 'Premium', 'Nov 24, 2026', undefined],
  ['given', 'Active', 'Basic', 'Not Applicable', 'Need more room? Premium has 100 configurations.'],
  [
    'cancelled',
    'Canceled',
    'Basic',
    'Not Applicable',
    'Then you are on Free and the 3 newest automations are paused. Nothing is deleted.',
  ],
  ['late', 'Past due', 'Basic', 'Dec 21, 2026, not paid', undefined],
  ['activating', 'Activating', 'Basic', 'N/A', undefined],
  ['lowerBooked', 'Active', 'Premium', 'Dec 21, 2026, as Basic', undefined],
  ['afterTrial', 'Trial', 'Basic features', 'Dec 5, 2026, as Basic', undefined],
  ['full', 'Free', 'Free', 'N/A', 'Need more room? Basic has 10 configurations.'],
] as const)('the panel of %s', (who, word, plan, renewal, notice) => {
  const facts = panelFacts(people[who], allPlans);
  expect([facts.badge.word, facts.plan, facts.renewal, facts.notice?.text]).toEqual([
    word,
    plan,
    renewal,
    notice,
  ]);
});
