import { expect, test } from 'vitest';
import { plans, trialEnd } from './plans.ts';

test('there are three plans, each with its price and its limit', () => {
  expect(plans).toEqual({
    free: { id: 1, name: 'Free', priceCents: 0, limit: 1 },
    basic: { id: 2, name: 'Basic', priceCents: 699, limit: 10 },
    premium: { id: 3, name: 'Premium', priceCents: 1999, limit: 100 },
  });
});

test('a trial lasts 14 days', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(trialEnd(now)).toEqual(new Date('2026-12-05T12:00:00Z'));
});
