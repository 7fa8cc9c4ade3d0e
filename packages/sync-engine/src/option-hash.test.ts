import { describe, expect, test } from 'vitest';
import { createOptionHashes, hashedOptions } from './option-hash.ts';
import { plan } from './plan.ts';
import { emptyRunState } from './run-state.ts';
import { planInput } from './testing/planned.ts';

const secret = 'the secret of an installation';
const toHash = createOptionHashes(secret);
const hash = toHash('one');
const exact = { ignoreCase: false };
const folded = { ignoreCase: true };

test('automations with the same options have nothing in common that is stored', () => {
  const other = toHash('another');
  const stored = (of: typeof hash) => [
    of.of('a', exact),
    of.of('a', folded),
    of.ofSet(['a']),
    of.ofList(['a']),
  ];
  expect(new Set([...stored(hash), ...stored(other)]).size).toBe(8);
  expect(other.canRead(hash.of('a', exact))).toBe(false);
  expect(hashedOptions([hash.of('a', exact)], other).has('a')).toBe(false);
});

test('every process makes the same of one secret, and another secret gives others that cannot be read', () => {
  const [mine, again] = [hash, createOptionHashes(secret)('one')].map((of) => of.of('a', exact));
  expect(again).toBe(mine);
  const theirs = createOptionHashes('another secret')('one').of('a', exact);
  expect([hash.canRead(mine ?? ''), hash.canRead(theirs)]).toEqual([true, false]);
});

test('a list is known with its order and the boundaries of its texts, a set in whatever order', () => {
  const lists = [[], [''], ['a', 'b'], ['b', 'a'], ['a,b'], ['a"', 'b'], ['a', '"b']];
  expect(new Set(lists.map(hash.ofList)).size).toBe(lists.length);
  expect(hash.isOfList(hash.ofList(['a', 'b']), ['a', 'b'])).toBe(true);
  expect(hash.isOfList(hash.ofList(['a', 'b']), ['b', 'a'])).toBe(false);
  expect(hash.isOfList(null, [])).toBe(false);
  expect(hash.isOfSet(hash.ofSet(['a', 'b']), ['b', 'a'])).toBe(true);
  expect(hash.isOfSet(hash.ofSet(['a', 'b']), ['b'])).toBe(false);
});

test('an option is found with and without regard to case, as it was remembered', () => {
  const known = hashedOptions([hash.of('Acme', folded), hash.of('Other', exact)], hash);
  expect(['ACME', ' Other', 'other'].map(known.has)).toEqual([true, true, false]);
});

describe('a hash made with another secret that is known', () => {
  const before = createOptionHashes('the secret before')('one');
  const renewing = createOptionHashes(secret, ['the first secret', 'the secret before'])('one');
  const exactly = (text: string) => before.of(text, exact);

  test('is read, and each list and set is still known', () => {
    expect([renewing.canRead(exactly('a')), hash.canRead(exactly('a'))]).toEqual([true, false]);
    const list = before.ofList(['a', 'b']);
    expect([renewing.isOfList(list, ['a', 'b']), renewing.isOfList(list, ['b'])]).toEqual([true, false]);
    const set = before.ofSet(['a', 'b']);
    expect([renewing.isOfSet(set, ['b', 'a']), renewing.isOfSet(set, ['a'])]).toEqual([true, false]);
  });

  test('means the same to the next run, which remembers it with the present secret', () => {
    const leavesAt = new Date('2026-11-25T10:00:00Z');
    const state = {
      baseHashes: ['a', 'gone', 'Late'].map(exactly),
      keptHashes: [exactly('by hand')],
      excludedHashes: [exactly('b'), exactly('nowhere')],
      leaving: [{ hash: before.of('late', folded), leavesAt }],
      heldAgainst: null,
      sourceSheetCount: null,
    };
    const settings = { drift: 'keep', graceDays: 9 } as const;
    const given = planInput({ values: ['a', 'b'], currentOptions: ['a', 'by hand', 'Late'], settings });
    const { options, leaving, drift, state: after } = plan({ ...given, hash: renewing, state });
    expect(options).toEqual(['a', 'by hand', 'Late']);
    expect(leaving).toEqual([{ option: 'Late', leavesAt }]);
    expect(drift).toEqual({ added: ['by hand'], removed: [] });
    const of = (text: string) => hash.of(text, exact);
    expect(after.baseHashes).toEqual(['a', 'by hand', 'Late'].map(of));
    expect(after.keptHashes[0]).toBe(of('by hand'));
    // A text that is nowhere at the moment stays as it was until it is back.
    expect(after.excludedHashes).toEqual([of('b'), exactly('nowhere')]);
  });

  test('counts as before for options that a person holds', () => {
    const state = { ...emptyRunState, heldAgainst: before.ofSet(['a']) };
    const given = planInput({ values: ['a'], currentOptions: ['a', 'b'] });
    const planned = plan({ ...given, hash: renewing, state });
    expect(planned).toMatchObject({ options: ['a', 'b'], state: { heldAgainst: hash.ofSet(['a']) } });
  });
});
