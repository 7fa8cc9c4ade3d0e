import { expect, test } from 'vitest';
import { type MailContent, shortenName } from '../../mail/content.ts';
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

test.each([
  ['- Clients', '\\- Clients'],
  ['+ Clients', '\\+ Clients'],
  ['3. Clients', '3\\. Clients'],
  ['12) Clients', '12\\) Clients'],
  ['2026 Clients', '2026 Clients'],
])('a name begins no list in Teams: %s', (name, shown) => {
  const body = JSON.parse(toChannelBody('teams', content(`${name} has stopped`, '')));
  expect(body.attachments[0].content.body[0].text).toBe(`${shown} has stopped`);
});

test.each([
  ['{{DATE(2026-11-28T10:00:00Z, SHORT)}}', '{\\{DATE(2026-11-28T10:00:00Z, SHORT)}}'],
  ['{{{TIME(2026-11-28T10:00:00Z)}}}', '{\\{\\{TIME(2026-11-28T10:00:00Z)}}}'],
  ['{Clients}', '{Clients}'],
])('Teams replaces no function in a name: %s', (name, shown) => {
  const [title] = JSON.parse(toChannelBody('teams', content(name, ''))).attachments[0].content.body;
  expect(title.text).toBe(shown);
});

test.each(['slack', 'teams'] as const)('a long text is cut to what %s takes, and the link stays', (kind) => {
  const body = toChannelBody(kind, content('x'.repeat(400), 'y'.repeat(10_000)));
  expect(body.length).toBeLessThan(3_500);
  expect(body).toContain('https://picksync.example/');
});

test.each(['slack', 'teams'] as const)('a name of long characters is not cut inside one for %s', (kind) => {
  const family = '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';
  const name = shortenName(family.repeat(80));
  const body = toChannelBody(kind, content(`${name} has stopped`, `x${family.repeat(400)}`));
  expect(body).not.toMatch(/\\ud[89a-f]/);
  const whole = new RegExp(`^x?(${family})+…$`, 'u');
  const { blocks, attachments } = JSON.parse(body);
  const texts =
    kind === 'slack'
      ? blocks.slice(0, 2).map(({ text }: { text: object }) => text)
      : attachments[0].content.body;
  for (const { text } of texts) expect(text).toMatch(whole);
});
