import { describe, expect, test } from 'vitest';
import { renderMail } from '../../mail/render-mail.ts';
import { reviewNeededMail } from './review-needed.mail.ts';

const [
  removals,
  emptied,
  drift,
  rows,
  several,
  replaced,
  newRows,
  renames,
  filtered,
  contacts,
  contactDrift,
  many,
] = reviewNeededMail.examples.map((content) => ({
  content,
  ...renderMail(content, { to: 'ada@clients.example' }),
}));

describe('a review is told in the words of its reason', () => {
  test.each([
    [
      'too much at once',
      removals,
      '31 of 48 options would be removed',
      'More than 50 % and 5 options would be removed',
      'Review 31 removals',
    ],
    [
      'an emptied source',
      emptied,
      '48 of 48 options would be removed',
      'The source column has no values',
      'Review 48 removals',
    ],
    [
      'a source of which nothing passes the filters',
      filtered,
      '48 of 48 options would be removed',
      'No row of the source passes the filters',
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
    [
      'rows that would come',
      newRows,
      '12 rows would be added to Clients',
      'not added to other columns without you',
      'Review 12 rows',
    ],
    [
      'names that changed',
      renames,
      '6 names changed in Clients',
      'More than 5 names changed at once',
      'Review 6 names',
    ],
    [
      'contacts that would go',
      contacts,
      '31 of 48 contacts would be removed',
      'More than 50 % and 5 contacts would be removed',
      'Review 31 removals',
    ],
    [
      'contacts that were changed by hand',
      contactDrift,
      'Approver was edited by hand',
      'the contact column is edited by hand',
      'Put it back or keep it',
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

test('a mail about names counts names and cells, and says why it asks', () => {
  const said = renames?.text.replace(/\s+/g, ' ') ?? '';
  expect(said).toMatch(/Names that changed:? 6/);
  expect(said).toMatch(/Cells that would be renamed:? 1,620/);
  expect(said).toMatch(/You are asked above:? 100 rows/);
});

test('a subject writes its numbers as the pages do', () => {
  expect(many?.subject).toBe('3,100 of 4,800 options would be removed: please review');
  expect(many?.text.replace(/\s+/g, ' ')).toContain('keeps all 4,800 until you decide');
});

test('several reviews are one mail, with a line for each', () => {
  expect(several?.subject).toBe('3 automations need your review');
  for (const line of ['31 of 48 options would be removed', 'Client was edited by hand', '3 rows of Clients'])
    expect(several?.text.replace(/\s+/g, ' ')).toContain(line);
});

describe('a mail about removals counts what stays, goes and comes', () => {
  test.each([
    ['some go', removals, '17 stay, 31 would be removed, 2 would be added'],
    ['all are replaced', replaced, '0 stay, 48 would be removed, 34 would be added'],
    ['there are thousands', many, '1,700 stay, 3,100 would be removed, 1,200 would be added'],
    ['the source is empty', emptied, '0 stay, 48 would be removed, 0 would be added'],
  ])('%s', (_what, mail, counts) => {
    expect(mail?.text).toContain(counts);
    expect(mail?.html.replace(/<[^>]+>/g, '')).toContain(counts);
  });

  test('calls nothing empty where other options would be added', () => {
    expect(replaced?.text).not.toMatch(/empty|no values/);
    expect(replaced?.text).toContain('More than 50\u00a0% and 5 options would be removed');
  });
});
