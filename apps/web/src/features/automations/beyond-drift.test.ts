import { expect, test } from 'vitest';
import { preview, toList } from '../../testing/previews.ts';
import { findBeyondDrift } from './beyond-drift.ts';
import { toAnswers } from './review/review-figures.ts';

const byHand = { added: toList(['Zoe', 0]), removed: toList(['Tom', 0]) };
const asking = { drift: 'ask' } as const;

test('a change by hand is not told again beside it, and all other changes are', () => {
  const found = preview({
    added: toList(['Tom', 0], ['Uma', 0]),
    removed: toList(['Zoe', 0], ['Old', 1]),
    drift: byHand,
  });
  expect(findBeyondDrift(found, asking)).toEqual({ added: toList(['Uma', 0]), removed: toList(['Old', 1]) });
  expect(findBeyondDrift(found, { drift: 'keep' })).toEqual({ added: found.added, removed: found.removed });
});

test('the answer that keeps a change by hand says whether something else is written', () => {
  const only = preview({
    reason: 'drift_found',
    added: toList(['Tom', 0]),
    removed: toList(['Zoe', 0]),
    drift: byHand,
  });
  expect(toAnswers(only).keepText).toMatch(/Nothing is written\.$/);
  const names = { count: 1, contacts: [{ from: 'Ana C. <a@b.example>', to: 'Ana <a@b.example>' }] };
  expect(toAnswers({ ...only, newNames: names }).keepText).toMatch(/The other changes shown are written\.$/);
  expect(toAnswers({ ...only, added: toList(['Tom', 0], ['Uma', 0]) }).keepText).toMatch(
    /The other changes shown are written\.$/,
  );
});
