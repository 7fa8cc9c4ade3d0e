import { expect, test } from 'vitest';
import { linkPage } from './link-pages.ts';

const names = ['README', 'sync-rules', 'guide/first-dropdown', 'decisions/two-way-rows'];
const link = (name: string, body: string) => linkPage(name, body, (page) => names.includes(page));

test.each([
  ['guide/first-dropdown', '[rules](../sync-rules.md#two-ways)', '[rules](/docs/sync-rules#two-ways)'],
  ['sync-rules', '[why](decisions/two-way-rows.md)', '[why](/docs/decisions/two-way-rows)'],
  ['sync-rules', '[`start`](README.md)', '[`start`](/docs)'],
])('a link of %s to another page, %s, leads to its address', (name, body, expected) => {
  expect(link(name, body)).toBe(expected);
});

test.each([
  ['[a test](../apps/api/src/app.ts)', 'a test'],
  ['[`.env.example`](../.env.example)', '`.env.example`'],
  ['[the list](texts.md)', 'the list'],
])('a link to what is no page of the site, %s, keeps its text alone', (body, expected) => {
  expect(link('sync-rules', body)).toBe(expected);
});

test.each([
  '[x](https://example.com/a.md)',
  '[x](#here)',
  '[x](/status)',
  '`[x](a.md)`',
  '```\n[x](a.md)\n```',
])('%s stays as it is', (body) => {
  expect(link('sync-rules', body)).toBe(body);
});

test('a picture in two themes follows the theme of the site, and its size is known before it is there', () => {
  const body = `Text

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="../review-dark.png">
  <img alt="A review" src="../review.png">
</picture>
`;
  const html = link('guide/first-dropdown', body);
  expect(html).not.toContain('<picture');
  expect(html).toMatch(
    /<img class="only-light" src="\/docs\/pictures\/review\.png" alt="A review" width="\d{3,}" height="\d{3,}" loading="lazy"/,
  );
  expect(html).toMatch(
    /<img class="only-dark" src="\/docs\/pictures\/review-dark\.png" alt="A review" width="\d/,
  );
});
