import { describe, expect, test } from 'vitest';
import { emptyRunState } from './run-state.ts';
import { again, type Given, hash, planned } from './testing/planned.ts';

const days = 24 * 60 * 60_000;
const now = new Date('2026-11-22T10:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);
const yes = () => true;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);
const hashes = (...options: string[]) => options.map((option) => hash.of(option, { ignoreCase: false }));

describe('options that the source does not have', () => {
  const given = { values: ['b'], currentOptions: ['z', 'b', 'a'] } as const;

  test.each([
    ['mirror', {}, ['b'], []],
    ['add_only', {}, ['b', 'z', 'a'], []],
    ['keep_used', { a: 2 }, ['b', 'a'], ['a']],
    ['keep_used', {}, ['b'], []],
  ] as const)('%s with uses %j leaves %j', (mode, uses, options, keptInUse) => {
    expect(planned({ ...given, uses, settings: { mode } })).toMatchObject({ options, keptInUse });
  });

  test('stand among the others where these are sorted', () => {
    const result = planned({ ...given, settings: { mode: 'add_only', order: 'descending' } });
    expect(result.options).toEqual(['z', 'b', 'a']);
  });

  test('are used in whatever case a cell spells them, where case does not count', () => {
    const keeping = { mode: 'keep_used', ignoreCase: true } as const;
    expect(planned({ ...given, uses: { A: 1 }, settings: keeping }).keptInUse).toEqual(['a']);
    expect(planned({ ...given, uses: { A: 1 }, settings: { mode: 'keep_used' } }).keptInUse).toEqual([]);
  });

  test('are told with the rows that use them, and nobody knows where they were not counted', () => {
    expect(planned({ ...given, uses: { a: 2 } }).uses).toEqual(
      new Map([
        ['z', 0],
        ['b', 0],
        ['a', 2],
      ]),
    );
    expect(planned(given).uses).toBeNull();
  });

  test('are not trimmed near the limit: the list is refused', () => {
    const limits = { maxOptions: 3, maxOptionLength: 10 };
    const result = planned({ ...given, values: ['b', 'c'], limits, settings: { mode: 'add_only' } });
    expect(result).toMatchObject({ verdict: 'refused', reason: 'too_many_options', figures: { found: 4 } });
  });
});

describe('pinned options', () => {
  test('stand first and last, once, and are taken out of the middle', () => {
    const settings = { pinnedFirst: ['All ', 'b'], pinnedLast: ['b', 'Other'] };
    expect(planned({ values: ['a', 'b', 'Other'], settings }).options).toEqual(['All', 'b', 'a', 'Other']);
  });

  test('are no options when they show nothing', () => {
    expect(
      planned({ values: ['a'], settings: { pinnedFirst: ['\u200b'], pinnedLast: [' '] } }).options,
    ).toEqual(['a']);
  });

  test.each([
    ['\u00e9', 'e\u0301'],
    ['e\u0301', '\u00e9'],
  ])('stay where they are beside another spelling of theirs in the dropdown', (one, other) => {
    for (const settings of [{ pinnedFirst: ['\u00e9'] }, { pinnedLast: ['\u00e9'] }]) {
      const given: Given = { currentOptions: [one, other], settings: { ...settings, mode: 'add_only' } };
      expect(planned(given)).toMatchObject({ verdict: 'unchanged', options: [one, other] });
    }
  });

  test('do not hide that the source is empty', () => {
    const settings = { pinnedFirst: ['All'] };
    const result = planned({ currentOptions: ['All', 'a'], settings });
    expect(result).toMatchObject({ verdict: 'waiting_review', reason: 'source_empty', options: ['All'] });
    expect(planned({ currentOptions: ['All'], settings }).verdict).toBe('unchanged');
    expect(planned({ settings }).verdict).toBe('write');
  });
});

describe('grace', () => {
  const settings = { graceDays: 3 };
  const given = { values: ['b'], currentOptions: ['a', 'b'], settings, now };

  test('keeps an option for its days from when it was first missed, however often one looks', () => {
    const first = planned(given);
    const leavesAt = after(3 * days);
    expect(first).toMatchObject({ options: ['b', 'a'], leaving: [{ option: 'a', leavesAt }], removed: [] });
    const later = again(given, first, { now: after(2 * days) });
    expect(later.leaving).toEqual(first.leaving);
    expect(again(given, later, { now: leavesAt })).toMatchObject({
      verdict: 'write',
      removed: ['a'],
      state: { leaving: [] },
    });
  });

  test('remembers no dates unless it is set, also while a person is asked', () => {
    const asked = planned({ values: ['v0'], currentOptions: numbered(9) });
    expect(asked).toMatchObject({ verdict: 'waiting_review', state: { leaving: [] } });
  });

  test('does not begin while a person keeps the options', () => {
    const kept: Given = { values: ['v0'], currentOptions: numbered(9) };
    const held = planned({ ...kept, isKept: yes });
    const later = again(kept, held, { settings });
    expect(later).toMatchObject({ verdict: 'unchanged', leaving: [], state: { leaving: [] } });
  });

  test('is remembered alike, however the options stand in the dropdown', () => {
    const remembered = (currentOptions: string[]) => planned({ ...given, currentOptions }).state.leaving;
    const one = remembered(['a', 'c', 'd', 'e']);
    expect(one).toHaveLength(4);
    expect(remembered(['e', 'd', 'c', 'a'])).toEqual(one);
    expect(remembered(['c', 'a', 'e', 'd'])).toEqual(one);
  });

  test('counts from now at the latest after it has become shorter', () => {
    const first = planned({ ...given, settings: { graceDays: 90 } });
    expect(again(given, first).leaving).toMatchObject([{ leavesAt: after(3 * days) }]);
  });

  test('does not begin again once it is over while a person is asked', () => {
    const options = numbered(9);
    const emptied = { ...given, values: ['v0'], currentOptions: options };
    const first = planned(emptied);
    const asked = again(emptied, first, { now: after(4 * days) });
    expect(asked).toMatchObject({ verdict: 'waiting_review', reason: 'wipe_guard' });
    expect(asked.state.leaving).toEqual(first.state.leaving);
  });

  test('does not begin again once it is over after a person has kept the options for a while', () => {
    const kept: Given = { ...given, values: ['v0'], currentOptions: numbered(9) };
    const held = again(kept, planned(kept), { now: after(4 * days), isKept: yes });
    expect(held).toMatchObject({ verdict: 'unchanged', removed: [] });
    expect(again(kept, held, { now: after(5 * days), values: ['v0', 'new'] })).toMatchObject({
      reason: 'wipe_guard',
      leaving: [],
    });
  });

  test('is not needed by an option that rows use, and begins when none does', () => {
    const keeping: Given = { ...given, uses: { a: 1 }, settings: { ...settings, mode: 'keep_used' } };
    const first = planned(keeping);
    expect(first).toMatchObject({ keptInUse: ['a'], leaving: [], state: { leaving: [] } });
    const unused = again(keeping, first, { uses: {}, now: after(9 * days) });
    expect(unused.leaving).toEqual([{ option: 'a', leavesAt: after(12 * days) }]);
  });
});

describe('a change by hand', () => {
  const settings = { drift: 'ask' } as const;
  const given = { values: ['a', 'b'], settings };
  const first = planned(given);
  const changed = (currentOptions: string[], changes: Given = {}) =>
    again(given, first, { currentOptions, ...changes });

  test('is shown and asked about, whatever it is', () => {
    expect(changed(['a', 'b', 'mine'])).toMatchObject({
      verdict: 'waiting_review',
      reason: 'drift_found',
      drift: { added: ['mine'], removed: [] },
      options: ['a', 'b'],
      state: first.state,
    });
    expect(changed(['a'])).toMatchObject({ reason: 'drift_found', drift: { added: [], removed: ['b'] } });
    expect(changed(['b', 'a'])).toMatchObject({ verdict: 'write', drift: { added: [], removed: [] } });
  });

  test('does not hide that the source is empty: what empties the dropdown is confirmed', () => {
    const emptied = changed(['a', 'b', 'mine'], { values: [] });
    expect(emptied).toMatchObject({ verdict: 'waiting_review', reason: 'source_empty', options: [] });
    const kept = changed(['a', 'b', 'mine'], { values: [], isKept: yes });
    expect(kept).toMatchObject({ verdict: 'unchanged', options: ['a', 'b', 'mine'] });
  });

  test('is none where the source has changed', () => {
    expect(changed(first.options, { values: ['a', 'c'] })).toMatchObject({
      verdict: 'write',
      drift: { added: [], removed: [] },
    });
    expect(changed(['a', 'b', 'c'], { values: ['a', 'c'] }).drift).toEqual({ added: [], removed: [] });
  });

  test('is put back after its removal was approved, and stays when it was kept, also when the source changes', () => {
    expect(changed(['a', 'mine'], { isApproved: yes })).toMatchObject({
      verdict: 'write',
      options: ['a', 'b'],
    });
    const kept = changed(['a', 'mine'], { isKept: yes });
    expect(kept).toMatchObject({ verdict: 'unchanged', options: ['a', 'mine'] });
    expect(again(given, kept, { values: ['b', 'c'] }).options).toEqual(['c', 'mine']);
  });

  test('is kept without a question where that was chosen, and can be taken back by hand', () => {
    const keeping = { settings: { drift: 'keep' } } as const;
    const kept = changed(['a', 'mine'], keeping);
    expect(kept).toMatchObject({
      options: ['a', 'mine'],
      state: { keptHashes: hashes('mine'), excludedHashes: hashes('b') },
    });
    const undone = again(given, kept, { ...keeping, currentOptions: ['a', 'b'] });
    expect(undone).toMatchObject({
      options: ['a', 'b'],
      state: { keptHashes: [], excludedHashes: [] },
    });
  });

  test('takes no other one along when it is taken back', () => {
    const keeping = { values: ['a', 'b', 'c'], settings: { drift: 'keep' } } as const;
    const none = again(keeping, planned(keeping), { currentOptions: ['a'] });
    expect(none.state.excludedHashes).toEqual(hashes('b', 'c'));
    const one = again(keeping, none, { currentOptions: ['a', 'b'] });
    expect(one).toMatchObject({ options: ['a', 'b'], state: { excludedHashes: hashes('c') } });
  });

  test('cannot be told from ours while a write of ours is not recorded, or what was remembered cannot be read', () => {
    expect(changed(['a', 'mine'], { unrecordedWrite: () => false })).toMatchObject({
      drift: null,
      verdict: 'write',
    });
    for (const baseHashes of [['kOTHER1:x'], [...first.state.baseHashes, 'kOTHER1:x']]) {
      expect(changed(['a', 'mine'], { state: { ...first.state, baseHashes } }).drift).toBeNull();
    }
    expect(changed(['a', 'mine'], { state: emptyRunState }).drift).toBeNull();
    expect(changed(['a', 'mine'], { settings: { drift: 'ask', mode: 'two_way' } }).drift).toBeNull();
    expect(changed(['a', 'mine'], { settings: { drift: 'put_back' } })).toMatchObject({
      drift: null,
      options: ['a', 'b'],
    });
  });

  test('is none where the list is the one that was written and not recorded, also later', () => {
    const asked = changed(['a', 'c'], { values: [], unrecordedWrite: () => true });
    expect(asked).toMatchObject({ verdict: 'waiting_review', reason: 'source_empty', drift: { added: [] } });
    const keeping: Given = { ...given, settings: { drift: 'keep' } };
    const later = again(keeping, asked, { currentOptions: ['a', 'c'] });
    expect(later).toMatchObject({ options: ['a', 'b'], state: { keptHashes: [], excludedHashes: [] } });
    const unknown = changed(['a', 'd'], { values: [], unrecordedWrite: () => false });
    expect(again(keeping, unknown, { currentOptions: ['a', 'd'] }).options).toEqual(['a', 'b']);
  });

  test('is known also after case has ceased to count', () => {
    const folded = changed(['A', 'b', 'mine'], { settings: { drift: 'ask', ignoreCase: true } });
    expect(folded.drift).toEqual({ added: ['mine'], removed: [] });
  });

  test('does not last for a pinned option, which the settings decide', () => {
    const pinned: Given = { ...given, settings: { drift: 'keep', pinnedLast: ['Other'] } };
    const before = planned(pinned);
    const result = again(pinned, before, { currentOptions: ['a', 'b'] });
    expect(result).toMatchObject({
      verdict: 'write',
      options: ['a', 'b', 'Other'],
      state: { excludedHashes: [] },
    });
    const asked = again(pinned, before, {
      currentOptions: ['a', 'b'],
      settings: { ...pinned.settings, drift: 'ask' },
    });
    expect(asked).toMatchObject({ verdict: 'write', drift: { removed: [] }, options: ['a', 'b', 'Other'] });
  });

  test('is forgotten when it was kept and is deleted again, even where something else brings it back', () => {
    const keeping: Given = { ...given, settings: { drift: 'keep' } };
    const kept = again(keeping, planned(keeping), { currentOptions: ['a', 'b', 'mine'] });
    const pinned: Given = { ...keeping, settings: { drift: 'keep', pinnedLast: ['mine'] } };
    const back = again(pinned, kept, { currentOptions: ['a', 'b'] });
    expect(back).toMatchObject({ options: ['a', 'b', 'mine'], state: { keptHashes: [] } });
  });

  test('stays where it is another spelling of an option that was deleted by hand', () => {
    const keeping: Given = { values: ['a', 'B'], settings: { drift: 'keep' } };
    const without = again(keeping, planned(keeping), { currentOptions: ['a'] });
    const folded: Given = { ...keeping, settings: { drift: 'keep', ignoreCase: true } };
    expect(again(folded, without, { currentOptions: ['a', 'b'] }).options).toEqual(['a', 'b']);
  });
});

test('an answer counts only where somebody was asked', () => {
  const given = { values: ['b'], currentOptions: ['a', 'b'] };
  const state = { heldAgainst: null };
  expect(planned({ ...given, isKept: yes })).toMatchObject({ verdict: 'write', removed: ['a'], state });
});

describe('options that a person keeps', () => {
  const given = { values: ['new', 'v0'], currentOptions: numbered(9) };

  test('stays while the source is the same, and is asked about again when it changes', () => {
    const kept = planned({ ...given, isKept: yes });
    expect(kept).toMatchObject({ verdict: 'write', added: ['new'], removed: [] });
    expect(again(given, kept)).toMatchObject({ verdict: 'unchanged' });
    expect(again(given, kept, { values: ['v0', 'new'] }).removed).toEqual([]);
    expect(again(given, kept, { values: ['new'] })).toMatchObject({
      verdict: 'waiting_review',
      state: { heldAgainst: null },
    });
  });
});
