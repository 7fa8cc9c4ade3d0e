import { expect, test } from 'vitest';
import { allPlans, booked, onFree, onPlan, onTrial, somePlans } from '../../../testing/subscriptions.ts';
import { planOffer } from './plan-offer.ts';

const { basic, premium } = somePlans;
const pending = {
  planId: 3,
  planName: 'Premium',
  payment_provider: 'paypal',
  reference: 'I-NEW',
  couponCode: null,
  isApproved: true,
  since: '2026-11-21T11:59:00.000Z',
} as const;
const cancelled = { status: 'cancelled', canResume: true } as const;
const included = 'Included in your current Premium plan';

test.each([
  ['Free', onFree(), ['current', 'subscribe', 'subscribe']],
  ['a trial', onTrial(), ['After your trial', 'subscribe', 'subscribe']],
  ['Basic', onPlan(basic), ['Included in your current Basic plan', 'current', 'upgrade']],
  ['Premium', onPlan(premium), [included, included, 'current']],
  ['Basic, cancelled', onPlan(basic, cancelled), ['From Dec 21, 2026', 'resume', 'upgrade']],
  ['Premium, cancelled', onPlan(premium, cancelled), ['From Dec 21, 2026', 'subscribe', 'resume']],
  [
    'Basic, cancelled for good',
    onPlan(basic, { ...cancelled, canResume: false }),
    ['From Dec 21, 2026', 'subscribe', 'upgrade'],
  ],
  [
    'Premium, cancelled for good and no longer offered',
    onPlan(premium, { ...cancelled, canResume: false, isOffered: false }),
    ['From Dec 21, 2026', 'subscribe', 'No longer offered'],
  ],
  [
    'Basic by link, overdue',
    onPlan(basic, { status: 'past_due', payment_provider: 'razorpay', canRenew: true }),
    ['Included in your current Basic plan', 'renew', 'upgrade'],
  ],
  [
    'Basic, Premium paid and not active yet',
    onPlan(basic, {}, { pending }),
    ['Included in your current Basic plan', 'current', 'activating'],
  ],
  [
    'Premium, Basic booked to follow',
    onPlan(premium, { canResume: true }, { next: booked() }),
    [included, 'From Dec 21, 2026', 'current'],
  ],
  [
    'a trial, Basic booked to follow',
    onTrial({ next: booked({ startsAt: '2026-12-05T12:00:00.000Z' }) }),
    ['Basic follows your trial', 'From Dec 5, 2026', 'subscribe'],
  ],
  [
    'a payment page that was left',
    onTrial({ pending: { ...pending, isApproved: false } }),
    ['After your trial', 'subscribe', 'subscribe'],
  ],
])('Free, Basic and Premium have their offers for somebody on %s', (_who, current, offers) => {
  const found = allPlans.map((plan) => planOffer(plan, current));
  expect(found.map((offer) => (offer.is === 'text' ? offer.text : offer.is))).toEqual(offers);
});

test('offers nothing else while a payment is being activated', () => {
  const offer = planOffer(basic, onFree({ pending }));
  expect(offer).toMatchObject({ is: 'subscribe', isBlocked: true });
});

test('Premium can change to Basic, and to Free only by cancelling', () => {
  expect(planOffer(basic, onPlan(premium))).toMatchObject({ canChange: true });
  expect(planOffer(somePlans.free, onPlan(premium))).toMatchObject({ canChange: false });
});

test('a booked plan can start today after free days, not after paid ones', () => {
  expect(planOffer(basic, onTrial({ next: booked() }))).toMatchObject({ canStartNow: true });
  expect(planOffer(basic, onPlan(premium, {}, { next: booked() }))).not.toHaveProperty('canStartNow');
});
