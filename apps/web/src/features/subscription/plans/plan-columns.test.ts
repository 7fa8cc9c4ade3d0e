import { expect, test } from 'vitest';
import { allPlans, booked, onFree, onPlan, onTrial, somePlans } from '../../../testing/subscriptions.ts';
import { comparePlans, firstCompared } from './plan-columns.ts';

const { free, basic, premium } = somePlans;
const seeded = [
  { ...free, features: ['1 configuration', 'Basic sync', 'Email support'] },
  { ...basic, features: ['10 configurations', 'Real-time sync', 'Priority support', 'Activity logs'] },
  { ...premium, features: ['Advanced automation', '24/7 support', 'Custom integrations', 'API access'] },
];

function shownRow(label: string, current = onTrial(), plans = seeded): string[] | undefined {
  const { rows } = comparePlans(plans, current);
  return rows
    .find((row) => row.label === label)
    ?.cells.map(({ value, isMore }) => `${isMore ? '+' : ''}${value}`);
}

test('a trial stands before the plans, and a plus marks what is more than it', () => {
  const { columns } = comparePlans(seeded, onTrial());
  expect(columns.map(({ name, isOwn }) => `${name}${isOwn ? '*' : ''}`)).toEqual([
    'Trial*',
    'Free',
    'Basic',
    'Premium',
  ]);
  expect(columns[0]).toMatchObject({ price: '$0', pricedBy: 'until Dec 5' });
  expect(shownRow('Configurations')).toEqual(['2', '1', '+10', '+100']);
  expect(shownRow('Support')).toEqual(['Priority', 'Email', 'Priority', '+24/7']);
  expect(shownRow('API access')).toEqual(['false', 'false', 'false', '+true']);
});

test('a smaller plan has no plus, whatever it has', () => {
  const onPremium = onPlan(premium);
  expect(shownRow('Configurations', onPremium)).toEqual(['1', '10', '100']);
  expect(shownRow('Activity logs', onPlan(basic))).toEqual(['8 entries', '90 days', '90 days']);
  expect(shownRow('Activity logs', onFree())).toEqual(['8 entries', '+90 days', '+90 days']);
});

test('a limit of its own counts for the trial, and one of the plan for the plan', () => {
  const plans = [seeded[0], { ...basic, maxConfigurations: 25 }].flatMap((plan) => plan ?? []);
  expect(shownRow('Configurations', onTrial({ configsAvailable: 30 }), plans)).toEqual(['30', '1', '25']);
});

test('a feature that an administrator wrote has a row of its own', () => {
  const plans = seeded.map((plan) => (plan.id === 3 ? { ...plan, features: ['A call each month'] } : plan));
  expect(comparePlans(seeded, onTrial()).rows).toHaveLength(8);
  expect(shownRow('A call each month', onFree(), plans)).toEqual(['false', 'false', '+true']);
});

test('support that is taken from a plan falls back to that of the smaller one', () => {
  const plans = seeded.map((plan) => (plan.id === 3 ? { ...plan, features: [] } : plan));
  expect(shownRow('Support', onFree(), plans)).toEqual(['Email', '+Priority', '+Priority']);
});

test.each([
  ['a trial', onTrial(), '2'],
  ['Free', onFree(), '2'],
  ['Basic', onPlan(basic), '3'],
  ['Premium', onPlan(premium), '2'],
  ['a trial with a booked plan', onTrial({ next: booked() }), '2'],
])('%s is compared with the next plan where two have room', (_who, current, key) => {
  expect(firstCompared(comparePlans(allPlans, current).columns)).toBe(key);
});
