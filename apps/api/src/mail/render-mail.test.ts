import { expect, test } from 'vitest';
import { accountExistsMail } from './account-exists.mail.ts';
import { renderMail } from './render-mail.ts';
import { verifyEmailMail } from './verify-email.mail.ts';

const verification = {
  code: '012345',
  minutes: 10,
  url: 'https://picksync.example/login?action=verify&token=abc',
  linkMinutes: 60,
};

test('text and HTML say the same', () => {
  const { text, html } = verifyEmailMail(verification);
  for (const part of ['012345', '10 minutes', 'If you did not create a Picksync account']) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
});

test('a link stands in both versions', () => {
  const { text, html } = accountExistsMail({ origin: 'https://picksync.example' });
  expect(text).toContain('https://picksync.example/login');
  expect(html).toContain('href="https://picksync.example/login"');
});

test('what comes from outside cannot become markup', () => {
  const { html } = renderMail({
    subject: '<b>Hello</b>',
    preview: '"quoted"',
    blocks: [{ kind: 'text', text: '<script>alert(1)</script> & more' }],
  });
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more');
  expect(html).not.toMatch(/<(script|b)>/);
});

test('a mail loads nothing from anywhere', () => {
  expect(verifyEmailMail(verification).html).not.toMatch(/src=|url\(|<link|<style/);
});
