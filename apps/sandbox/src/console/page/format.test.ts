import { describe, expect, test } from 'vitest';
import { findOneTimeCode } from './format.ts';

function mail(text: string, html = '', subject = '') {
  return { text, html, subject };
}

describe('the one-time code of a mail', () => {
  test.each([
    ['in its text', mail('Your code is 482913. It is good for 10 minutes.'), '482913'],
    ['in its HTML when there is no text', mail('', '<p>Code: <b>004711</b></p>'), '004711'],
    ['in its subject', mail('Hello', '', '482913 is your code'), '482913'],
  ])('is found %s', (_where, given, code) => {
    expect(findOneTimeCode(given)).toBe(code);
  });

  test.each([
    [
      'a colour in a style sheet',
      mail('', '<style>p{color:#123456}</style><p style="color:#654321">Hello</p>'),
    ],
    ['part of a longer number', mail('Order 1234567 and token a-123456-b')],
    ['fewer digits', mail('Room 4711')],
  ])('is not %s', (_what, given) => {
    expect(findOneTimeCode(given)).toBeNull();
  });
});
