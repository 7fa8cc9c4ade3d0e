import { type DateReader, usualDateLook } from '@picksync/contracts';
import { describe, expect, test } from 'vitest';
import { mails } from '../jobs/mails.ts';
import { formatMomentFor, type MailContent, shortenName } from './content.ts';
import { renderMail } from './render-mail.ts';

const to = 'ada@clients.example';

const content = (changes: Partial<MailContent>): MailContent => ({
  subject: 'Hello',
  preview: 'A preview',
  title: 'A title',
  blocks: [],
  because: 'because of a test',
  ...changes,
});

describe.each(Object.entries(mails))('the mail %s', (_name, { examples }) => {
  const rendered = examples.map((example) => ({ example, ...renderMail(example, { to }) }));

  test('says the same in text and in HTML', () => {
    for (const { example, text, html } of rendered) {
      const said = example.blocks.flatMap((block) => {
        if (block.kind === 'text' || block.kind === 'note') return block.text.split(/\s+/);
        // A line of the text ends where it is full.
        if (block.kind === 'facts') return block.rows.flat().flatMap((fact) => fact.split(/\s+/));
        if (block.kind === 'button') return [block.label, block.url];
        return [];
      });
      for (const part of said) {
        expect(text).toContain(part);
        expect(html.replaceAll('&#39;', "'").replaceAll('&amp;', '&')).toContain(part);
      }
    }
  });

  test('loads nothing from anywhere, and has a short subject and a preview', () => {
    for (const { example, html } of rendered) {
      expect(html).not.toMatch(/\ssrc=|url\(|<link|@import|<img|<script/);
      expect(example.subject.length).toBeLessThanOrEqual(160);
      expect(example.preview.length).toBeGreaterThan(10);
    }
  });

  test('names the zone of its times', () => {
    for (const { text } of rendered) {
      if (/\d:\d\d\s[AP]M/.test(text)) expect(text).toMatch(/\b(UTC|Europe\/Berlin|America\/New_York)\b/);
    }
  });

  test('has lines that every mail program shows as they are', () => {
    for (const { text } of rendered) {
      const long = text.split('\n').filter((line) => line.length > 78 && !/^https?:/.test(line));
      expect(long).toEqual([]);
    }
  });
});

test('foreign text cannot become markup', () => {
  const { html } = renderMail(
    content({
      subject: '<b>Hello</b>',
      preview: '"quoted"',
      blocks: [
        { kind: 'text', text: '<script>alert(1)</script> & more' },
        { kind: 'facts', rows: [['<i>Source</i>', '"><img src=x>']] },
        { kind: 'button', label: '<u>Open</u>', url: 'https://picksync.example/?a="><b>' },
      ],
    }),
    { to: '"<s>"@clients.example' },
  );
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more');
  expect(html.replace(/<b>?(?=ody)/g, '')).not.toMatch(/<(script|i|u|s|img|b)[\s>]/);
});

test('a name stays on one line, keeps its direction to itself and has a limit', () => {
  expect(shortenName(' Clients\r\nBcc: eve@evil.example \u202etxt ')).toBe(
    'Clients Bcc: eve@evil.example txt',
  );
  expect(shortenName('לקוחות 2026')).toBe('\u2068לקוחות 2026\u2069');
  expect(shortenName('x'.repeat(500))).toBe(`${'x'.repeat(59)}…`);
  expect(shortenName('👩‍👩‍👧‍👦'.repeat(80), 3)).toBe('👩‍👩‍👧‍👦👩‍👩‍👧‍👦…');
});

// One long word would make the whole mail wider than a phone.
test('a name without a space breaks wherever it stands', () => {
  const { html } = renderMail(content({ title: `${'W'.repeat(60)} has stopped` }), { to });
  expect(html).toMatch(/<td class="pad" style="[^"]*overflow-wrap:anywhere"/);
});

test('a name that is written from right to left keeps to itself in both versions', () => {
  const name = shortenName('לקוחות 2026');
  const mail = renderMail(
    content({
      subject: `${name} has failed`,
      blocks: [
        { kind: 'text', text: `${name} has failed 3 times.` },
        { kind: 'facts', rows: [['Source', `${name}, ${name}`]] },
      ],
    }),
    { to },
  );
  expect(mail.subject).toBe('\u2068לקוחות 2026\u2069 has failed');
  expect(mail.text).toContain('\u2068לקוחות 2026\u2069 has failed 3 times.');
  expect(mail.html).toContain('<bdi>לקוחות 2026</bdi> has failed 3 times.');
  expect(mail.html).toContain('<bdi>לקוחות 2026</bdi>, <bdi>לקוחות 2026</bdi>');
});

test('moments have their zone', () => {
  const at = new Date('2026-11-21T12:32:00Z');
  const reader: DateReader = { ...usualDateLook, timeZone: 'Europe/Berlin' };
  expect(formatMomentFor(reader, at)).toBe('Nov 21, 2026, 1:32\u00a0PM');
  expect(formatMomentFor({ ...reader, timeZone: null }, at)).toBe('Nov 21, 2026, 12:32\u00a0PM');
  expect(formatMomentFor({ ...reader, clock: 'h24', dateOrder: 'day' }, at)).toBe('21 Nov 2026, 13:32');
});

test('a mail that can be stopped says how, in both versions', () => {
  const stop = {
    topic: 'reviews',
    url: 'https://picksync.example/stop?t=1&k=2',
    choicesUrl: 'https://picksync.example/settings',
  };
  const { text, html } = renderMail(content({}), { to, stop });
  expect(text).toContain('Stop mails about reviews:\nhttps://picksync.example/stop?t=1&k=2');
  expect(html).toContain('href="https://picksync.example/stop?t=1&amp;k=2"');
  expect(renderMail(content({}), { to }).text).not.toContain('Stop');
});

test('a time in a subject has an ordinary space, which filters and searches find', () => {
  const subject = 'Answer by Nov 24, 2026, 10:00\u00a0AM';
  expect(renderMail(content({ subject }), { to }).subject).toBe('Answer by Nov 24, 2026, 10:00 AM');
});
