import { expect, test } from 'vitest';
import { preview, toList } from '../../../testing/previews.ts';
import { changeSentence, comparePreviews } from './stale-notice.tsx';

test('two previews are compared by what would be removed and what would be added', () => {
  const seen = preview({ removed: toList(['A', 3], 'B', 'C'), added: toList('X', 'Y') });
  const fresh = preview({ removed: toList('C', ['D', 6]), added: toList('X', 'Z') });
  const change = comparePreviews(seen, fresh);
  expect(change).toEqual({
    names: null,
    back: [
      { text: 'A', rows: 3 },
      { text: 'B', rows: null },
    ],
    more: [{ text: 'D', rows: 6 }],
    alsoAdded: [{ text: 'Z', rows: null }],
    noLongerAdded: [{ text: 'Y', rows: null }],
    isPartial: false,
  });
  expect(changeSentence(change, 'option')).toBe(
    '2 options are back, 1 more would be removed, 1 more would be added, 1 would not be added any more.',
  );
});

test('previews that differ in order or settings alone say so, and long lists that only their beginning was compared', () => {
  const long = preview({ removed: { count: 900, options: [{ text: 'A', rows: null }] } });
  const change = comparePreviews(long, long);
  expect(change.isPartial).toBe(true);
  expect(changeSentence(change, 'option')).toMatch(/^The same options come and go/);
});

test('a changed review of a list of contacts speaks of contacts', () => {
  const seen = preview({ removed: toList('A <a@x.example>') });
  const change = comparePreviews(seen, preview());
  expect(changeSentence(change, 'contact')).toBe('1 contact is back.');
  expect(changeSentence(comparePreviews(seen, seen), 'contact')).toMatch(/^The same contacts come and go/);
});
