import { expect, test } from 'vitest';
import { stats } from '../../testing/automations.ts';
import { msUntilSwept } from './use-stats.ts';

const now = new Date('2026-11-21T12:00:00Z').getTime();

test.each([
  ['never while nothing is swept', null, false],
  ['ten seconds after a sweep that is to come', '2026-11-21T12:12:00Z', 12 * 60_000 + 10_000],
  ['within the ten seconds after its time', '2026-11-21T11:59:55Z', 5000],
  ['every minute when it is overdue', '2026-11-21T11:40:00Z', 60_000],
])('the figures are asked for again %s', (_when, nextSweepAt, ms) => {
  expect(msUntilSwept(stats({ nextSweepAt }), now)).toBe(ms);
});
