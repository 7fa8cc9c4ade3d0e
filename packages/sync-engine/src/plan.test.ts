import { defaultSettings } from '@picksync/contracts';
import { describe, expect, test } from 'vitest';
import { type PlanInput, plan } from './plan.ts';

const settings = {
  ...defaultSettings,
  removeDuplicates: true,
  order: 'source',
  ignoreCase: false,
  maxRemovalPercent: 50,
} as const;

const planned = (input: Partial<PlanInput>) =>
  plan({
    sourceValues: [],
    formulaErrors: 0,
    currentOptions: [],
    settings,
    limits: { maxOptions: 500, maxOptionLength: 4_000 },
    ...input,
  });

const numbered = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `v${from + index}`);

describe('a dropdown mirrors its source', () => {
  test('what is new is added, what is gone is removed, in the order of the source', () => {
    expect(planned({ sourceValues: ['c', 'a', 'd'], currentOptions: ['a', 'b', 'c'] })).toEqual({
      verdict: 'write',
      options: ['c', 'a', 'd'],
      added: ['d'],
      removed: ['b'],
      kept: ['c', 'a'],
      warnings: [],
    });
  });

  test('the same list needs no write', () => {
    expect(planned({ sourceValues: ['a', 'b', 'a'], currentOptions: ['a', 'b'] }).verdict).toBe('unchanged');
  });

  test('an empty source and an empty dropdown are in step', () => {
    expect(planned({}).verdict).toBe('unchanged');
  });

  test('another order alone is a write without additions and removals', () => {
    const result = planned({ sourceValues: ['b', 'a'], currentOptions: ['a', 'b'] });
    expect(result).toMatchObject({ verdict: 'write', options: ['b', 'a'], added: [], removed: [] });
  });

  test('a setting for the order is obeyed', () => {
    const result = planned({
      sourceValues: ['b 2', 'b 10', 'a'],
      settings: { ...settings, order: 'descending' },
    });
    expect(result.options).toEqual(['b 10', 'b 2', 'a']);
  });

  test('an option that is spelled with other spaces stays as it is', () => {
    const result = planned({
      sourceValues: ['Acme Corp', 'Café'],
      currentOptions: [' Acme  Corp', 'Cafe\u0301'],
    });
    expect(result).toMatchObject({
      verdict: 'unchanged',
      options: [' Acme  Corp', 'Cafe\u0301'],
      removed: [],
    });
  });

  test('of two options that look the same only the first stays', () => {
    const result = planned({ sourceValues: ['Acme'], currentOptions: ['Acme', 'Acme '] });
    expect(result).toMatchObject({ verdict: 'write', options: ['Acme'], removed: ['Acme '] });
  });

  test('with ignoreCase the first spelling of the source replaces another one of the dropdown', () => {
    const result = planned({
      sourceValues: ['ACME', 'acme'],
      currentOptions: ['acme'],
      settings: { ...settings, ignoreCase: true },
    });
    expect(result).toMatchObject({ verdict: 'write', options: ['ACME'], added: ['ACME'], removed: ['acme'] });
  });
});

describe('warnings', () => {
  test('repeats are always dropped, and told when the user wanted to keep them', () => {
    const kept = { ...settings, removeDuplicates: false };
    expect(planned({ sourceValues: ['a', 'a'] }).warnings).toEqual([]);
    expect(planned({ sourceValues: ['a', 'a'], settings: kept })).toMatchObject({
      options: ['a'],
      warnings: ['duplicates_dropped'],
    });
    expect(planned({ sourceValues: ['a', 'b'], settings: kept }).warnings).toEqual([]);
  });

  test('formula errors that were left out are told', () => {
    expect(planned({ sourceValues: ['a'], formulaErrors: 2 }).warnings).toEqual(['formula_errors_skipped']);
  });

  test('a list at nine tenths of the limit is told', () => {
    const limits = { maxOptions: 10, maxOptionLength: 10 };
    expect(planned({ sourceValues: numbered(8), limits }).warnings).toEqual([]);
    expect(planned({ sourceValues: numbered(9), limits }).warnings).toEqual(['near_option_limit']);
  });
});

describe('what Smartsheet could not hold is refused before the write', () => {
  test('too many values, with both numbers', () => {
    expect(planned({ sourceValues: numbered(501) })).toMatchObject({
      verdict: 'refused',
      reason: 'too_many_options',
      figures: { found: 501, allowed: 500 },
    });
    expect(planned({ sourceValues: numbered(500) }).verdict).toBe('write');
  });

  test('a value that is too long, with both numbers', () => {
    const limits = { maxOptions: 500, maxOptionLength: 20 };
    expect(planned({ sourceValues: ['a', 'x'.repeat(21)], limits })).toMatchObject({
      verdict: 'refused',
      reason: 'option_too_long',
      figures: { found: 21, allowed: 20 },
    });
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

  test.each([
    { current: 12, removed: 7, verdict: 'waiting_review', why: 'more than half, and more than five' },
    { current: 12, removed: 6, verdict: 'write', why: 'half is not more than half' },
    { current: 6, removed: 5, verdict: 'write', why: 'five are never asked about' },
    { current: 7, removed: 6, verdict: 'waiting_review', why: 'six of seven' },
  ])('$removed of $current removed: $verdict, $why', ({ current, removed, verdict }) => {
    const currentOptions = numbered(current);
    const result = planned({ sourceValues: currentOptions.slice(removed), currentOptions });
    expect(result.verdict).toBe(verdict);
  });

  test('says how many of how many would go', () => {
    const result = planned({ sourceValues: ['v1'], currentOptions: numbered(20) });
    expect(result).toMatchObject({ reason: 'wipe_guard', figures: { found: 19, allowed: 20 } });
  });

  test('the share is a setting: at 100 percent only an empty list is asked about', () => {
    const always = { ...settings, maxRemovalPercent: 100 };
    const result = planned({ sourceValues: ['new'], currentOptions: numbered(20), settings: always });
    expect(result.verdict).toBe('write');
    expect(planned({ currentOptions: numbered(20), settings: always }).verdict).toBe('waiting_review');
  });

  test('what a person approved is written', () => {
    const result = planned({ sourceValues: ['v1'], currentOptions: numbered(20), removalsApproved: true });
    expect(result.verdict).toBe('write');
  });
});
