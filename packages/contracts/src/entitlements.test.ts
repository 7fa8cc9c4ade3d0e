import { describe, expect, test } from 'vitest';
import {
  type BillingStatus,
  creationRefusal,
  type Entitlements,
  entitlements,
  shownSubscription,
} from './entitlements.ts';
import { subscriptionStatuses, subscriptionTiers } from './users.ts';

const now = new Date('2026-11-21T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
const onTrial: BillingStatus = {
  subscriptionStatus: 'trial',
  tier: 'free',
  trialEndDate: inDays(14),
  maxConfigurations: 2,
  nextTier: null,
  nextStartsAt: null,
  nextEndsAt: null,
  now,
};
const paying: BillingStatus = {
  ...onTrial,
  subscriptionStatus: 'active',
  tier: 'basic',
  trialEndDate: inDays(-30),
};

const onPremium: BillingStatus = { ...paying, tier: 'premium', subscriptionEndDate: inDays(1) };
const basicFrom = (day: Date) => ({ nextTier: 'basic' as const, nextStartsAt: day, nextEndsAt: day });

const freePlan: Entitlements = {
  plan: 'free',
  status: 'free',
  limit: 1,
  realTime: false,
  apiKeys: false,
  outgoingWebhooks: false,
  advancedAutomation: false,
  fullActivityLog: false,
  trialEndsInDays: null,
};

describe('the entitlements of a user', () => {
  const cases: [string, BillingStatus, Partial<Entitlements>][] = [
    [
      'on trial: the own limit, real-time, no API keys',
      onTrial,
      {
        plan: 'trial',
        status: 'trial',
        limit: 2,
        realTime: true,
        apiKeys: false,
        outgoingWebhooks: false,
        advancedAutomation: false,
        fullActivityLog: true,
        trialEndsInDays: 14,
      },
    ],
    [
      'on the last day of the trial: one day left',
      { ...onTrial, trialEndDate: inDays(0.1) },
      { plan: 'trial', trialEndsInDays: 1 },
    ],
    ['at the moment the trial ends: Free', { ...onTrial, trialEndDate: now }, freePlan],
    ['on a trial without an end: Free', { ...onTrial, trialEndDate: null }, freePlan],
    [
      'while the first payment hangs: still on trial',
      { ...onTrial, subscriptionStatus: 'pending', tier: 'basic' },
      { plan: 'trial' },
    ],
    [
      'on Basic: 10, real-time',
      paying,
      {
        plan: 'basic',
        status: 'active',
        limit: 10,
        realTime: true,
        apiKeys: false,
        outgoingWebhooks: false,
        trialEndsInDays: null,
      },
    ],
    [
      'on Basic during the trial days: no trial shown',
      { ...paying, trialEndDate: inDays(3) },
      { plan: 'basic', trialEndsInDays: null },
    ],
    [
      'on Premium: 100 and API keys',
      { ...paying, tier: 'premium' },
      {
        plan: 'premium',
        limit: 100,
        realTime: true,
        apiKeys: true,
        outgoingWebhooks: true,
        advancedAutomation: true,
      },
    ],
    [
      'on a plan row with a limit of its own: that limit',
      { ...paying, configsLimit: 25 },
      { plan: 'basic', limit: 25 },
    ],
    [
      'active, the renewal two days late: the plan',
      { ...paying, subscriptionEndDate: inDays(-2) },
      { plan: 'basic' },
    ],
    ['active, nothing heard for three days: Free', { ...paying, subscriptionEndDate: inDays(-3) }, freePlan],
    [
      'on Free with a row of its own limit: that limit',
      { ...onTrial, subscriptionStatus: 'free', freeLimit: 3 },
      { plan: 'free', limit: 3 },
    ],
    ['active without a paid tier: Free', { ...paying, tier: 'free' }, freePlan],
    [
      'cancelled, period still running: the plan',
      { ...paying, subscriptionStatus: 'cancelled', subscriptionEndDate: inDays(1) },
      { plan: 'basic', status: 'active' },
    ],
    [
      'cancelled, period over: Free',
      { ...paying, subscriptionStatus: 'cancelled', subscriptionEndDate: now },
      freePlan,
    ],
    ['cancelled without an end: Free', { ...paying, subscriptionStatus: 'cancelled' }, freePlan],
    [
      'overdue for two days: the plan',
      { ...paying, subscriptionStatus: 'past_due', subscriptionEndDate: inDays(-2) },
      { plan: 'basic' },
    ],
    [
      'overdue for three days: Free',
      { ...paying, subscriptionStatus: 'past_due', subscriptionEndDate: inDays(-3) },
      freePlan,
    ],
    ['expired: Free', { ...paying, subscriptionStatus: 'expired', subscriptionEndDate: inDays(9) }, freePlan],
    ['on Free: one, checked every 15 minutes', { ...onTrial, subscriptionStatus: 'free' }, freePlan],
    [
      'on Premium with Basic booked for tomorrow: Premium',
      { ...onPremium, ...basicFrom(inDays(1)) },
      { plan: 'premium', limit: 100, apiKeys: true },
    ],
    [
      'on Premium at the moment that Basic begins: Basic',
      { ...onPremium, ...basicFrom(now), configsLimit: 150 },
      { plan: 'basic', status: 'active', limit: 10, apiKeys: false, advancedAutomation: false },
    ],
    [
      'on a booked plan row with a limit of its own: that limit',
      { ...onPremium, ...basicFrom(now), nextConfigsLimit: 25 },
      { plan: 'basic', limit: 25 },
    ],
    [
      'on trial with Basic booked for its end: still on trial',
      { ...onTrial, ...basicFrom(inDays(14)) },
      { plan: 'trial', limit: 2, trialEndsInDays: 14 },
    ],
    [
      'at the end of a trial with Basic booked: Basic',
      { ...onTrial, trialEndDate: now, ...basicFrom(now) },
      { plan: 'basic', status: 'active', trialEndsInDays: null },
    ],
    [
      'on a booked plan that nobody has paid for three days: Free',
      { ...onPremium, ...basicFrom(inDays(-3)) },
      freePlan,
    ],
  ];

  test.each(cases)('%s', (_, state, expected) => {
    expect(entitlements(state)).toMatchObject(expected);
  });
});

describe('making another automation', () => {
  test.each([
    ['free', 1, 0, null],
    ['free', 1, 1, 'free_plan_limit'],
    ['free', 1, 2, 'free_plan_limit'],
    ['trial', 2, 1, null],
    ['trial', 2, 2, 'plan_limit_reached'],
    ['active', 10, 9, null],
    ['active', 10, 10, 'plan_limit_reached'],
    ['active', 0, 0, 'plan_limit_reached'],
  ] as const)('%s with a limit of %i and %i there already: %s', (status, limit, count, refusal) => {
    expect(creationRefusal({ status, limit }, count)).toBe(refusal);
  });
});

describe('the plan that every screen shows', () => {
  const cases: [string, BillingStatus, ReturnType<typeof shownSubscription>][] = [
    ['on trial', onTrial, { subscriptionStatus: 'trial', subscriptionTier: 'free' }],
    [
      'at the moment the trial ends',
      { ...onTrial, trialEndDate: now },
      { subscriptionStatus: 'free', subscriptionTier: 'free' },
    ],
    ['on Basic', paying, { subscriptionStatus: 'active', subscriptionTier: 'basic' }],
    [
      'in the days of grace, also before a job has written them down',
      { ...paying, subscriptionEndDate: now },
      { subscriptionStatus: 'past_due', subscriptionTier: 'basic' },
    ],
    [
      'after cancelling, until the period ends',
      { ...paying, subscriptionStatus: 'cancelled', subscriptionEndDate: inDays(1) },
      { subscriptionStatus: 'cancelled', subscriptionTier: 'basic' },
    ],
    [
      'after cancelling, once the period has ended',
      { ...paying, subscriptionStatus: 'cancelled', subscriptionEndDate: now },
      { subscriptionStatus: 'free', subscriptionTier: 'free' },
    ],
    [
      'on the day of a booked plan, also before a job has begun it',
      { ...onPremium, ...basicFrom(now), nextEndsAt: inDays(1) },
      { subscriptionStatus: 'active', subscriptionTier: 'basic' },
    ],
    [
      'on the day of a booked plan that is paid by link and was not paid',
      { ...onPremium, ...basicFrom(now) },
      { subscriptionStatus: 'past_due', subscriptionTier: 'basic' },
    ],
    [
      'while the first payment hangs after the trial',
      { ...onTrial, subscriptionStatus: 'pending', tier: 'basic', trialEndDate: now },
      { subscriptionStatus: 'pending', subscriptionTier: 'free' },
    ],
  ];
  test.each(cases)('%s', (_name, state, shown) => {
    expect(shownSubscription(state)).toEqual(shown);
  });

  test('never contradicts what the user may do, whatever the row says', () => {
    for (const subscriptionStatus of subscriptionStatuses) {
      for (const tier of subscriptionTiers) {
        for (const days of [null, -10, 0, 1]) {
          const end = days === null ? null : inDays(days);
          const state = {
            ...onTrial,
            subscriptionStatus,
            tier,
            trialEndDate: end,
            subscriptionEndDate: end,
          };
          const { plan } = entitlements(state);
          const shown = shownSubscription(state);
          expect(shown.subscriptionTier).toBe(plan === 'basic' || plan === 'premium' ? plan : 'free');
          if (shown.subscriptionStatus === 'trial') expect(plan).toBe('trial');
          if (shown.subscriptionStatus === 'active') expect(plan).not.toBe('free');
        }
      }
    }
  });
});
