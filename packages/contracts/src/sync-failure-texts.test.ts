import { describe, expect, test } from 'vitest';
import {
  type FailureReason,
  failureReasons,
  failureSentence,
  getFailureClass,
  previewFailureSentence,
  smartsheetErrorTexts,
} from './sync-failure-texts.ts';

/** What a plan can end with. */
const previewed: readonly FailureReason[] = [
  'wipe_guard',
  'fewer_source_sheets',
  'source_empty',
  'nothing_passes',
  'rows_would_go',
  'rows_would_come',
  'drift_found',
  'plan_lacks_settings',
  'too_many_options',
  'option_too_long',
];

describe.each(failureReasons)('the failure %s', (reason) => {
  const sentence = failureSentence(reason, { found: 612, allowed: 500 });

  test('says in a few words what happened and what to do', () => {
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence).not.toContain('!');
    expect(sentence.length).toBeLessThanOrEqual(160);
  });

  test('says in a preview nothing about what a sync has done or left', () => {
    const expected = previewFailureSentence(reason, { found: 612, allowed: 500 });
    expect(expected.length).toBeLessThanOrEqual(160);
    if (previewed.includes(reason)) expect(expected).not.toMatch(/nothing was|was left|was not|changed/i);
  });

  test('tells that it goes on by itself exactly when it does', () => {
    expect(/by itself/.test(sentence)).toBe(getFailureClass(reason) === 'retry');
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

  test('has separators between thousands', () => {
    expect(failureSentence('wipe_guard', { found: 4100, allowed: 5000 })).toContain('4,100 of 5,000 options');
  });
});

test('each class of failure has its reasons', () => {
  const classes = new Set(failureReasons.map(getFailureClass));
  expect([...classes].sort()).toEqual(['bug', 'configuration', 'needs_user', 'retry']);
});

test('the error codes of Smartsheet that users meet have a text', () => {
  expect(Object.keys(smartsheetErrorTexts)).toEqual(['1001', '1004', '1006', '1008', '4003']);
});
