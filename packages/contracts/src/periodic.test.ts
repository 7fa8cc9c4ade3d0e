import { expect, test } from 'vitest';
import { periodicReasons, periodicSentence, toPeriodicReason } from './periodic.ts';

test.each([
  [null, 'setting_up'],
  ['DISABLED_CALLBACK_FAILED', 'callback_failed'],
  ['DISABLED_EXCEEDED_GRID_LIMITS', 'sheet_too_large'],
  ['not_found', 'sheet_inaccessible'],
  ['A_WORD_OF_TOMORROW', 'unknown'],
])('a webhook that is %s means %s', (remoteStatus, reason) => {
  expect(toPeriodicReason(remoteStatus)).toBe(reason);
});

test('every reason has sentences', () => {
  for (const reason of periodicReasons) expect(periodicSentence(reason)).toMatch(/\.$/);
});
