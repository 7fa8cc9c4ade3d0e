import { describe, expect, test } from 'vitest';
import {
  failureClassOf,
  failureReasons,
  failureSentence,
  smartsheetErrorTexts,
} from './sync-failure-texts.ts';

describe.each(failureReasons)('the failure %s', (reason) => {
  const sentence = failureSentence(reason, { found: 612, allowed: 500 });

  test('says in a few words what happened and what to do', () => {
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence).not.toContain('!');
    expect(sentence.length).toBeLessThanOrEqual(160);
  });

  test('tells that it goes on by itself exactly when it does', () => {
    expect(/by itself/.test(sentence)).toBe(failureClassOf(reason) === 'retry');
  });
});

describe('a sentence with numbers', () => {
  test('names both', () => {
    expect(failureSentence('too_many_options', { found: 612, allowed: 500 })).toBe(
      'The list would have 612 options, and a dropdown can hold 500. Shorten the source column, or filter it.',
    );
    expect(failureSentence('wipe_guard', { found: 31, allowed: 48 })).toContain(
      'would remove 31 of 48 options',
    );
  });
});

test('each class of failure has its reasons', () => {
  const classes = new Set(failureReasons.map(failureClassOf));
  expect([...classes].sort()).toEqual(['bug', 'configuration', 'needs_user', 'retry']);
});

test('the error codes of Smartsheet that users meet have a text', () => {
  expect(Object.keys(smartsheetErrorTexts)).toEqual(['1001', '1004', '1006', '1008', '4003']);
});
