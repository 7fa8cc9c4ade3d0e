import { describe, expect, test } from 'vitest';
import { renderMail } from './render-mail.ts';
import { reviewNeededMail } from './review-needed.mail.ts';

const [removals, emptied, drift, rows, several] = reviewNeededMail.examples.map((content) => ({
  content,
  ...renderMail(content, { to: 'ada@clients.example' }),
}));

describe('a review is told in the words of its reason', () => {
  test.each([
    [
      'too much at once',
      removals,
      '31 of 48 options would go',
      'More than 50 % would be removed',
      'Review 31 removals',
    ],
    [
      'an emptied source',
      emptied,
      '48 of 48 options would go',
      'The dropdown would be empty',
      'Review 48 removals',
    ],
    ['a change by hand', drift, 'Client was edited by hand', 'edited by hand', 'Put it back or keep it'],
    [
      'rows that would go',
      rows,
      '3 rows of Clients would be deleted',
      'never deleted without you',
      'Review 3 rows',
    ],
  ])('%s', (_what, mail, title, why, button) => {
    expect(mail?.subject).toBe(`${title}: please review`);
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(why);
    expect(mail?.content.blocks.find(({ kind }) => kind === 'button')).toMatchObject({
      label: button,
      url: expect.stringContaining('review'),
    });
  });
});

test('several reviews are one mail, with a line for each', () => {
  expect(several?.subject).toBe('3 automations need your review');
  for (const line of ['31 of 48 options would go', 'Client was edited by hand', '3 rows of Clients'])
    expect(several?.text.replace(/\s+/g, ' ')).toContain(line);
});
