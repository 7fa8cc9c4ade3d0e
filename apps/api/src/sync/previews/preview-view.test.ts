import { defaultSettings } from '@picksync/contracts';
import { emptyRunState, type Plan } from '@picksync/sync-engine';
import { expect, test } from 'vitest';
import { toPreviewView, toRefusedPreview } from './preview-view.ts';

const leavesAt = new Date('2026-11-28T00:00:00Z');
const plan: Plan = {
  options: ['New', 'Used', 'Later'],
  added: ['New'],
  removed: ['Gone', 'Unused'],
  kept: ['Used', 'Later'],
  newNames: [],
  withoutAddress: 0,
  keptInUse: ['Used'],
  leaving: [{ option: 'Later', leavesAt }],
  filteredOut: ['Closed'],
  drift: { added: ['Gone'], removed: ['New'] },
  renames: null,
  uses: new Map([
    ['Gone', 12],
    ['Unused', 0],
    ['Used', 3],
    ['Later', 1],
  ]),
  needsCopy: false,
  warnings: [],
  state: emptyRunState,
  waitingState: emptyRunState,
  verdict: 'write',
};
const view = (given: Partial<Plan> = {}) =>
  toPreviewView({
    plan: { ...plan, ...given } as Plan,
    column: { type: 'PICKLIST', options: ['Gone', 'Unused', 'Used', 'Later'] },
    sourceValues: {
      values: ['New'],
      formulaErrors: 0,
      withoutAddress: 0,
      blanks: 0,
      filteredOut: ['Closed'],
      rows: { total: 20, matching: 13, valued: 12 },
    },
    findFirstRows: () => new Map(),
    settings: defaultSettings,
    optionLimit: 500,
    fingerprint: 'f',
    readAt: leavesAt,
  });

test('every list says how many rows use its options, and why those that the source lacks stay', () => {
  expect(view()).toMatchObject({
    added: { count: 1, options: [{ text: 'New', rows: null }] },
    removed: {
      count: 2,
      options: [
        { text: 'Gone', rows: 12 },
        { text: 'Unused', rows: 0 },
      ],
    },
    kept: { count: 2 },
    keptInUse: { count: 1, options: [{ text: 'Used', rows: 3 }] },
    leaving: { count: 1, options: [{ text: 'Later', rows: 1, leavesAt: leavesAt.toISOString() }] },
    filteredOut: { count: 1, options: [{ text: 'Closed', rows: null }] },
    drift: { added: { options: [{ text: 'Gone' }] }, removed: { options: [{ text: 'New' }] } },
    rows: { total: 20, matching: 13, valued: 12 },
    used: { options: 1, rows: 12 },
    optionCount: 4,
    optionCountAfter: 3,
  });
});

test('a preview of many removals shows those that rows use first, in the order of the dropdown', () => {
  const options = Array.from({ length: 300 }, (_, index) => `Supplier ${index + 1}`);
  const uses = new Map([
    ['Supplier 4', 1],
    ['Supplier 299', 7],
    ['Supplier 300', 2],
  ]);
  const { removed, used } = view({ removed: options, uses });
  expect(removed.count).toBe(300);
  expect(removed.options.map(({ text }) => text)).toEqual([
    ...options.slice(0, 198),
    'Supplier 299',
    'Supplier 300',
  ]);
  expect(used).toEqual({ options: 3, rows: 10 });
});

test('shows no counts for rows that were not counted', () => {
  expect(view({ uses: null, drift: null })).toMatchObject({
    removed: { options: [{ rows: null }, { rows: null }] },
    used: { options: 0, rows: 0 },
    drift: null,
  });
});

test('texts are cut at a length that is fit to show, between characters', () => {
  const [long = ''] = view({ added: ['🙂'.repeat(300)] }).added.options.map(({ text }) => text);
  expect([...long]).toHaveLength(201);
  expect(long.endsWith('🙂…')).toBe(true);
});

test('a run that would fail before it looks is told as such', () => {
  expect(toRefusedPreview(view(), 'plan_lacks_settings')).toMatchObject({
    verdict: 'refused',
    reason: 'plan_lacks_settings',
    message: expect.stringContaining('Your plan does not include filters'),
    added: { count: 1 },
  });
});

test('a long option is cut between two characters, and not within one of several code points', () => {
  for (const character of ['e\u0301', '👩‍👩‍👧', 'नि']) {
    const [cut, whole] = view({ added: [character.repeat(300), character.repeat(200)] }).added.options;
    expect(cut?.text).toBe(`${character.repeat(200)}…`);
    expect(whole?.text).toBe(character.repeat(200));
  }
});
