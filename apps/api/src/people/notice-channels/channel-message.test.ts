import { expect, test } from 'vitest';
import type { MailContent } from '../../mail/content.ts';
import { toChannelBody } from './channel-message.ts';

const content = (title: string, text: string): MailContent => ({
  subject: '',
  preview: '',
  title,
  blocks: [
    { kind: 'text', text },
    { kind: 'button', label: 'Open', url: 'https://picksync.example/' },
  ],
  because: '',
});

test('a name can mention nobody and hide no link in Slack', () => {
  const body = JSON.parse(
    toChannelBody('slack', content('<!channel> & <https://evil.example|Clients>', 'Stopped.')),
  );
  expect(body.text).toBe('&lt;!channel&gt; &amp; &lt;https://evil.example|Clients&gt;');
  const texts = body.blocks.slice(0, 2).map(({ text }: { text: { type: string } }) => text.type);
  expect(texts).toEqual(['plain_text', 'plain_text']);
});

test('a name is no markup in Teams', () => {
  const body = JSON.parse(
    toChannelBody('teams', content('[Clients](https://evil.example)', '**Bold** _name_')),
  );
  const [title, line] = body.attachments[0].content.body;
  expect(title.text).toBe('\\[Clients\\](https://evil.example)');
  expect(line.text).toBe('\\*\\*Bold\\*\\* \\_name\\_');
});

test.each(['slack', 'teams'] as const)('a long text is cut to what %s takes, and the link stays', (kind) => {
  const body = toChannelBody(kind, content('x'.repeat(400), 'y'.repeat(10_000)));
  expect(body.length).toBeLessThan(3_500);
  expect(body).toContain('https://picksync.example/');
});
