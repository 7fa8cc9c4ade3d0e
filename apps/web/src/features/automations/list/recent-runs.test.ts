import { expect, test } from 'vitest';
import { stripSummary } from './recent-runs.tsx';

test('the strip of runs is told in words', () => {
  expect(stripSummary(['changed'])).toBe('Last run: 1 changed the list');
  expect(stripSummary(['failed', 'unchanged', 'changed', 'unchanged', 'waiting_review'])).toBe(
    'Last 5 runs: 1 changed the list, 2 found nothing to change, 1 stopped for review, 1 failed',
  );
});
