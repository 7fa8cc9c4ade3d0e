import type { AutomationSettings } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { plan } from './plan.ts';
import { planTwoWay } from './plan-two-way.ts';
import { emptyRunState, toBaseHashes } from './run-state.ts';
import { hash, planInput } from './testing/planned.ts';
import { cell, toRows } from './testing/rows.ts';

const values = Array.from({ length: 5_000 }, (_, index) => `Value ${index}`);
const options = values.slice(0, 300);

/** How often an option is hashed while something is planned: it takes longer than all else. */
async function hashesIn(settings: Partial<AutomationSettings>, currentOptions = options) {
  let count = 0;
  const counting: typeof hash = {
    ...hash,
    of: (option, how) => {
      count += 1;
      return hash.of(option, how);
    },
  };
  const given = planInput({ values, settings, currentOptions });
  const baseHashes = toBaseHashes({ ...given, options });
  const input = { ...given, state: { ...emptyRunState, baseHashes }, hash: counting };
  if (given.settings.mode !== 'two_way') plan(input);
  else
    await planTwoWay({
      ...input,
      sourceRows: toRows(...values.map((value) => [cell('1', value)])),
      sourceColumn: { id: '1', type: 'TEXT_NUMBER', options: null },
      sourceAccess: 'OWNER',
      wholeRows: async () => ({ rows: [], columns: [] }),
    });
  return count;
}

test('a long source is hashed only to find what was deleted by hand', async () => {
  expect(await hashesIn({ mode: 'mirror' })).toBe(0);
  for (const settings of [{ drift: 'ask' }, { mode: 'two_way' }] as const) {
    expect(await hashesIn(settings)).toBeLessThan(5 * options.length);
    expect(await hashesIn(settings, options.slice(1))).toBeGreaterThan(values.length / 2);
  }
});
