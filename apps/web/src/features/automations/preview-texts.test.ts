import { expect, test } from 'vitest';
import { preview, toList } from '../../testing/previews.ts';
import { previewSentence } from './preview-texts.ts';

const deleted = { count: 1, cells: 2, rows: [{ rowNumber: 9, text: 'Oak', filledCells: 2 }] };

test('rows that a two-way sync would delete are told, not an order that is put right', () => {
  const waiting = preview({
    verdict: 'waiting_review',
    removed: toList(),
    added: toList(),
    sourceRows: { added: toList(), deleted },
  });
  expect(previewSentence(waiting)).toBe(
    'It would wait for your review, and then delete 1 row of the source.',
  );
});

test('says in one sentence what would be added, removed and added to the source', () => {
  const writing = preview({
    added: toList('Ash'),
    removed: toList('Elm', 'Fir'),
    sourceRows: { added: toList('Yew'), deleted: { count: 0, cells: 0, rows: [] } },
  });
  expect(previewSentence(writing)).toBe(
    'It would add 1 option, remove 2 options, and add 1 row to the source.',
  );
});
