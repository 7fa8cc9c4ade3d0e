import { expect, test } from 'vitest';
import { run } from '../../../testing/automation-page.ts';
import { groupRuns } from './run-table.tsx';

test('runs that found nothing to do, or failed for the same reason, stand together; a change stands alone', () => {
  const failed = (details: string) => run({ outcome: 'failed', details });
  const runs = [
    run({ outcome: 'changed' }),
    run({ outcome: 'changed' }),
    run(),
    run({ trigger: 'user' }),
    failed('Locked.'),
    failed('Locked.'),
    failed('Gone.'),
    run(),
  ];
  expect(groupRuns(runs).map(({ newest, runs: { length } }) => [newest.outcome, length])).toEqual([
    ['changed', 1],
    ['changed', 1],
    ['unchanged', 2],
    ['failed', 2],
    ['failed', 1],
    ['unchanged', 1],
  ]);
});
