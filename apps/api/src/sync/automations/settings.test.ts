import { type AutomationSettings, defaultSettings, type LabelTemplate } from '@picksync/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { assertSettingsAllowed } from './settings.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const label: LabelTemplate = { template: '{1}', columns: [{ columnId: '7', columnName: 'Code' }] };
const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;

async function allow(change: {
  given: Partial<AutomationSettings>;
  had?: Partial<AutomationSettings>;
  user?: object;
}) {
  const { userId } = await app.signIn(change.user);
  const settings = { ...defaultSettings, ...change.given };
  const before = change.had ? { ...defaultSettings, ...change.had } : null;
  return assertSettingsAllowed(app.db, { settings, before, userId, now: app.clock.at });
}

describe('settings that a plan does not have', () => {
  test('are refused with the plan that has them, at their fields', async () => {
    await expect(allow({ given: { splitValues: ',', pinnedFirst: ['Internal'] } })).rejects.toMatchObject({
      code: 'plan_required',
      message: expect.stringContaining('Premium'),
      errors: { splitValues: 'Premium has this', pinnedFirst: 'Premium has this' },
    });
    await allow({ given: { splitValues: ',', pinnedFirst: ['Internal'] }, user: premium });
  });

  test.each([
    ['stay', { labelTemplate: label }],
    ['go', {}],
    ['stand beside a change of others', { labelTemplate: label, graceDays: 3 }],
  ])('may %s once an automation has them', async (_what, given) => {
    await allow({ given, had: { labelTemplate: label } });
  });

  test('may not change', async () => {
    const given = { labelTemplate: { ...label, template: '{1}.' } };
    await expect(allow({ given, had: { labelTemplate: label } })).rejects.toMatchObject({
      code: 'plan_required',
    });
  });
});

test('settings that exclude each other are told at their fields', async () => {
  const given = { mode: 'two_way', graceDays: 7, pinnedFirst: ['Other'], pinnedLast: ['Other'] } as const;
  const refused = allow({
    given: { ...given, pinnedFirst: ['Other'], pinnedLast: ['Other'] },
    user: premium,
  });
  await expect(refused).rejects.toMatchObject({
    code: 'validation_failed',
    errors: {
      graceDays: 'Not available for a two-way automation',
      pinnedLast: 'An option can be pinned only once',
    },
  });
});
