import { expect, test } from 'vitest';
import { lastingWarnings } from './run-result.ts';

test('that a column no longer restricts its values is told until it does again, and nothing else is kept', () => {
  const lastRunWarnings = ['near_option_limit', 'validation_lost'];
  expect(lastingWarnings({ lastRunWarnings }, { validation: false })).toEqual(['validation_lost']);
  expect(lastingWarnings({ lastRunWarnings }, { validation: true })).toEqual([]);
  expect(lastingWarnings({ lastRunWarnings: [] }, { validation: false })).toEqual([]);
});
