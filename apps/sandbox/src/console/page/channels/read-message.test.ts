import { expect, test } from 'vitest';
import { readMessage } from './read-message.ts';

const link = { label: 'Open', url: 'https://picksync.example/' };

test('a message of Slack is read as people see it', () => {
  const body = {
    text: 'Clients &amp; more has stopped',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'Clients & more has stopped' } },
      { type: 'section', text: { type: 'plain_text', text: 'The column is locked.' } },
      { type: 'actions', elements: [{ type: 'button', text: { text: 'Open' }, url: link.url }] },
    ],
  };
  expect(readMessage({ channel: 'slack', body })).toEqual({
    title: 'Clients & more has stopped',
    lines: ['The column is locked.'],
    links: [link],
  });
});

test('a card of Teams is read without what Markdown needs', () => {
  const content = {
    body: [{ text: '\\[Clients\\] has stopped' }, { text: '\\- {\\{DATE()}} is \\*locked\\*.' }],
    actions: [{ title: 'Open', url: link.url }],
  };
  expect(readMessage({ channel: 'teams', body: { attachments: [{ content }] } })).toEqual({
    title: '[Clients] has stopped',
    lines: ['- {{DATE()}} is *locked*.'],
    links: [link],
  });
});

test.each(['slack', 'teams'] as const)(
  'a text that is no message of %s is shown as it was posted',
  (channel) => {
    expect(readMessage({ channel, body: 'hello' })).toBeNull();
  },
);
