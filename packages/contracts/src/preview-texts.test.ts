import { expect, test } from 'vitest';
import { previewNote, previewSentence, previewTitle, usedSentence } from './preview-texts.ts';
import type { Preview, PreviewList } from './previews.ts';

function toList(...texts: string[]): PreviewList {
  return { count: texts.length, options: texts.map((text) => ({ text, rows: null })) };
}

/** What the sentences are made of. */
function preview(given: Partial<Preview>): Preview {
  const usual: Partial<Preview> = {
    verdict: 'write',
    added: toList(),
    removed: toList(),
    sourceRows: null,
    used: { options: 0, rows: 0 },
    optionCount: 5,
    reason: null,
    message: null,
  };
  return { ...usual, ...given } as Preview;
}

const deleted = { count: 1, cells: 2, rows: [{ rowNumber: 9, text: 'Oak', filledCells: 2 }] };

test('rows that a two-way sync would delete are told, not an order that is put right', () => {
  const waiting = preview({ verdict: 'waiting_review', sourceRows: { added: toList(), deleted } });
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

test('a contact that gets another name is neither added nor removed, and told apart', () => {
  const one = { from: 'Ana <ana@b.example>', to: 'Ana Costa <ana@b.example>' };
  const renaming = preview({ newNames: { count: 1, contacts: [one] } });
  expect(previewSentence(renaming)).toBe('It would change 1 name.');
  expect(previewTitle(renaming)).toBe('Changes 1 name');
  const both = preview({ added: toList('Bo <bo@b.example>'), newNames: { count: 2, contacts: [] } });
  expect(previewSentence(both)).toBe('It would add 1 contact and change 2 names.');
});

test('a rename that an earlier run has begun is told by the cells that are left', () => {
  const none = { count: 0, rows: 0, locked: 0, list: [] };
  const half = preview({ renames: { ...none, underWay: { count: 1, cells: 308, list: [] } } });
  expect(previewSentence(half)).toBe('It would rename 308 more cells.');
  expect(previewTitle(half)).toBe('Renames 308 more cells');
});

test('the heading says what comes and goes, and the note what it means', () => {
  expect(previewTitle(preview({ added: toList('Ash') }))).toBe('Adds 1 option, removes none');
  expect(previewTitle(preview({ removed: toList('Elm', 'Fir') }))).toBe('Removes 2 options, adds none');
  const replacing = preview({
    reason: 'wipe_guard',
    added: toList('Ash'),
    removed: toList('a', 'b', 'c', 'd', 'e'),
  });
  expect(previewTitle(replacing)).toBe('Replaces all 5 options');
  expect(previewNote(preview({ verdict: 'unchanged' }))).toBe('The dropdown already is as it should be.');
});

test.each([
  [['Elm', 'Fir'], 2, '1,200 rows still use the 2 options that go.'],
  [['Elm', 'Fir', 'Oak'], 2, '1,200 rows still use 2 of the 3 options that go.'],
  [['Elm', 'Fir'], 1, '1,200 rows still use an option that goes.'],
])('rows that use options which go are told with how many of these: %j', (gone, options, sentence) => {
  const used = { options, rows: 1_200 };
  expect(usedSentence(preview({ removed: toList(...gone), used }))).toBe(sentence);
});
