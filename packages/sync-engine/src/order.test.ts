import { describe, expect, test } from 'vitest';
import { distinctValues, orderValues } from './order.ts';

describe('orderValues', () => {
  const sorted = (values: string[], order: 'source' | 'ascending' | 'descending', locale = 'en') =>
    orderValues({ values, order, locale });

  test('source order is left as it stands', () => {
    expect(sorted(['b', 'a', 'C'], 'source')).toEqual(['b', 'a', 'C']);
  });

  test('numbers inside texts count by their size', () => {
    expect(sorted(['Item 10', 'Item 9', 'Item 1'], 'ascending')).toEqual(['Item 1', 'Item 9', 'Item 10']);
  });

  test('descending is ascending from its end', () => {
    expect(sorted(['2', '10', '1'], 'descending')).toEqual(['10', '2', '1']);
  });

  test('accents and case sort as a reader expects, not by character code', () => {
    expect(sorted(['Zoe', 'émile', 'eve', 'Adam'], 'ascending')).toEqual(['Adam', 'émile', 'eve', 'Zoe']);
  });

  test('the language decides: ö is the last letter in Swedish and a kind of o in German', () => {
    expect(sorted(['ö', 'z'], 'ascending', 'sv')).toEqual(['z', 'ö']);
    expect(sorted(['ö', 'z'], 'ascending', 'de')).toEqual(['ö', 'z']);
  });

  test('texts that the language holds for equal come out the same way from any start', () => {
    const one = sorted(['01', '1', '001'], 'ascending');
    expect(sorted(['1', '001', '01'], 'ascending')).toEqual(one);
  });
});

describe('distinctValues', () => {
  test('keeps the first of equal texts, and texts that differ in case', () => {
    expect(distinctValues({ values: ['b', 'a', 'b', 'B'], ignoreCase: false })).toEqual(['b', 'a', 'B']);
  });

  test('the first spelling wins with ignoreCase', () => {
    expect(distinctValues({ values: ['Acme', 'ACME', 'b', 'acme'], ignoreCase: true })).toEqual([
      'Acme',
      'b',
    ]);
  });
});
