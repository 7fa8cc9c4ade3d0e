import { describe, expect, test } from 'vitest';
import { plan } from './plan.ts';
import { emptyRunState } from './run-state.ts';
import { hash, planInput, planned } from './testing/planned.ts';

const numbered = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `v${from + index}`);

describe('a dropdown mirrors its source', () => {
  test('the plan adds new values and removes missing ones, in the order of the source', () => {
    expect(planned({ values: ['c', 'a', 'd'], currentOptions: ['a', 'b', 'c'] })).toMatchObject({
      verdict: 'write',
      options: ['c', 'a', 'd'],
      added: ['d'],
      removed: ['b'],
      kept: ['c', 'a'],
      warnings: [],
    });
  });

  test('the same list needs no write', () => {
    expect(planned({ values: ['a', 'b', 'a'], currentOptions: ['a', 'b'] }).verdict).toBe('unchanged');
  });

  test('an empty source and an empty dropdown are in step', () => {
    expect(planned({}).verdict).toBe('unchanged');
  });

  test('another order alone is a write without additions and removals', () => {
    const result = planned({ values: ['b', 'a'], currentOptions: ['a', 'b'] });
    expect(result).toMatchObject({ verdict: 'write', options: ['b', 'a'], added: [], removed: [] });
  });

  test('a setting for the order is obeyed', () => {
    const result = planned({
      values: ['b 2', 'b 10', 'a'],
      settings: { order: 'descending' },
    });
    expect(result.options).toEqual(['b 10', 'b 2', 'a']);
  });

  test('an option that is spelled with other spaces stays as it is', () => {
    const result = planned({
      values: ['Acme Corp', 'Café'],
      currentOptions: [' Acme  Corp', 'Cafe\u0301'],
    });
    expect(result).toMatchObject({
      verdict: 'unchanged',
      options: [' Acme  Corp', 'Cafe\u0301'],
      removed: [],
    });
  });

  test('only the first of two options that look the same stays', () => {
    const result = planned({ values: ['Acme'], currentOptions: ['Acme', 'Acme '] });
    expect(result).toMatchObject({ verdict: 'write', options: ['Acme'], removed: ['Acme '] });
  });

  test('the spelling of the dropdown stays with ignoreCase, and the first one of new values', () => {
    const result = planned({
      values: ['ACME', 'acme', 'Bolt', 'BOLT'],
      currentOptions: ['Acme'],
      settings: { ignoreCase: true },
    });
    expect(result).toMatchObject({ options: ['Acme', 'Bolt'], added: ['Bolt'], removed: [] });
  });

  test('a dropdown that has both spellings keeps the one of the source with ignoreCase', () => {
    const settings = { ignoreCase: true };
    const result = planned({ values: ['ACME'], currentOptions: ['acme', 'ACME', 'ACME '], settings });
    expect(result).toMatchObject({ options: ['ACME'], removed: ['acme', 'ACME '] });
  });
});

describe('warnings', () => {
  test('repeats are always dropped, and told when the user wanted to keep them', () => {
    const kept = { removeDuplicates: false };
    expect(planned({ values: ['a', 'a'] }).warnings).toEqual([]);
    expect(planned({ values: ['a', 'a'], settings: kept })).toMatchObject({
      options: ['a'],
      warnings: ['duplicates_dropped'],
    });
    expect(planned({ values: ['a', 'b'], settings: kept }).warnings).toEqual([]);
  });

  test('formula errors that were left out are told', () => {
    expect(planned({ values: ['a'], formulaErrors: 2 }).warnings).toEqual(['formula_errors_skipped']);
  });

  test('a list at nine tenths of the limit is told', () => {
    const limits = { maxOptions: 10, maxOptionLength: 10 };
    expect(planned({ values: numbered(8), limits }).warnings).toEqual([]);
    expect(planned({ values: numbered(9), limits }).warnings).toEqual(['near_option_limit']);
    expect(planned({ values: numbered(10), limits }).warnings).toEqual(['near_option_limit']);
    // Over it, the refusal says more.
    expect(planned({ values: numbered(11), limits }).warnings).toEqual([]);
  });
});

describe('a list that Smartsheet could not hold is refused before the write', () => {
  test('too many values are refused, with both numbers', () => {
    expect(planned({ values: numbered(501) })).toMatchObject({
      verdict: 'refused',
      reason: 'too_many_options',
      figures: { found: 501, allowed: 500 },
    });
    expect(planned({ values: numbered(500) }).verdict).toBe('write');
  });

  test('a value that is too long, with both numbers', () => {
    const limits = { maxOptions: 500, maxOptionLength: 20 };
    expect(planned({ values: ['a', 'x'.repeat(21)], limits })).toMatchObject({
      verdict: 'refused',
      reason: 'option_too_long',
      figures: { found: 21, allowed: 20 },
    });
    expect(planned({ values: ['x'.repeat(20)], limits }).verdict).toBe('write');
  });
});

describe('the wipe guard', () => {
  test('an emptied source does not empty the dropdown, however short it is', () => {
    expect(planned({ currentOptions: ['a'] })).toMatchObject({
      verdict: 'waiting_review',
      reason: 'source_empty',
      options: [],
      removed: ['a'],
    });
  });

  test('a source whose options were all deleted by hand does not empty it', () => {
    const excludedHashes = [hash.of('a', { ignoreCase: false })];
    const state = { ...emptyRunState, excludedHashes };
    expect(planned({ values: ['a'], currentOptions: ['b'], state })).toMatchObject({
      reason: 'nothing_passes',
      options: [],
    });
  });

  test('a source of which no value passes the filters is not called empty', () => {
    const source = { values: [], formulaErrors: 0, filteredOut: ['a'] };
    expect(plan({ ...planInput({ currentOptions: ['a'] }), source })).toMatchObject({
      verdict: 'waiting_review',
      reason: 'nothing_passes',
      options: [],
      removed: ['a'],
    });
  });

  test.each([
    { current: 12, removed: 7, verdict: 'waiting_review', why: 'more than half, and more than five' },
    { current: 12, removed: 6, verdict: 'write', why: 'half is not more than half' },
    { current: 6, removed: 5, verdict: 'write', why: 'five are never asked about' },
    { current: 7, removed: 6, verdict: 'waiting_review', why: 'six of seven' },
  ])('$removed of $current removed: $verdict, $why', ({ current, removed, verdict }) => {
    const currentOptions = numbered(current);
    const result = planned({ values: currentOptions.slice(removed), currentOptions });
    expect(result.verdict).toBe(verdict);
  });

  test('says how many of how many would go', () => {
    const result = planned({ values: ['v1'], currentOptions: numbered(20) });
    expect(result).toMatchObject({ reason: 'wipe_guard', figures: { found: 19, allowed: 20 } });
  });

  test('the share is a setting: at 100 percent only an empty list is asked about', () => {
    const always = { maxRemovalPercent: 100 };
    const result = planned({ values: ['new'], currentOptions: numbered(20), settings: always });
    expect(result.verdict).toBe('write');
    expect(planned({ currentOptions: numbered(20), settings: always }).verdict).toBe('waiting_review');
  });

  test('an approved plan is written', () => {
    const result = planned({ values: ['v1'], currentOptions: numbered(20), isApproved: () => true });
    expect(result.verdict).toBe('write');
  });
});
