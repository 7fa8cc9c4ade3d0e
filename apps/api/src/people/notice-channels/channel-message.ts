import type { ChannelKind } from '@picksync/contracts';
import { cutText, type MailBlock, type MailContent } from '../../mail/content.ts';

/** What a channel shows of a notice: what a mail says, in few lines, and the one link. */
type Message = { title: string; lines: string[]; button?: { label: string; url: string } };

/**
 * Longer texts are cut: Slack refuses a block of more than 3,000 characters, and Teams a message of more than 28 KB. Half a character
 * would be no JSON for many parsers.
 */
const maxText = 2_000;
/** The longest header of Slack. */
const maxTitle = 150;

function toLines(block: MailBlock): string[] {
  if (block.kind === 'text') return [block.text];
  if (block.kind === 'fix') return [`${block.problem} ${block.remedy}`];
  if (block.kind === 'facts') return block.rows.map(([label, value]) => `${label}: ${value}`);
  if (block.kind === 'cut')
    return [`${block.stay} options stay, ${block.go} would be removed, ${block.come} added.`];
  return [];
}

function toMessage({ title, blocks }: MailContent): Message {
  const button = blocks.find((block) => block.kind === 'button');
  const lines = blocks.flatMap(toLines).map((line) => cutText(line, maxText));
  return { title: cutText(title, maxTitle), lines, ...(button && { button }) };
}

/** Escapes Slack's three control characters, so that a name cannot mention anybody or hide a link. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function toSlack({ title, lines, button }: Message): object {
  return {
    text: escapeSlack(title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title, emoji: false } },
      ...(lines.length > 0
        ? [
            {
              type: 'section',
              text: { type: 'plain_text', text: cutText(lines.join('\n'), maxText), emoji: false },
            },
          ]
        : []),
      ...(button
        ? [
            {
              type: 'actions',
              elements: [
                { type: 'button', text: { type: 'plain_text', text: button.label }, url: button.url },
              ],
            },
          ]
        : []),
    ],
  };
}

/**
 * A card shows Markdown: what would be markup in a name is shown as it is, also what would begin a list. It also replaces
 * `{{DATE(…)}}` and `{{TIME(…)}}`, before it reads the Markdown.
 */
function escapeCard(text: string): string {
  return text
    .replace(/[\\`*_[\]#~|<>]/g, '\\$&')
    .replace(/(?<=\{)\{/g, '\\{')
    .replace(/^(\s*\d*)([-+.)])/gm, '$1\\$2');
}

function toTeams({ title, lines, button }: Message): object {
  const block = (text: string, look: object = {}) => ({ type: 'TextBlock', text, wrap: true, ...look });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            block(escapeCard(title), { weight: 'Bolder', size: 'Medium' }),
            ...lines.map((line) => block(escapeCard(line))),
          ],
          ...(button && { actions: [{ type: 'Action.OpenUrl', title: button.label, url: button.url }] }),
        },
      },
    ],
  };
}

/** Returns the body that a channel takes, from what the mail of the same notice says. */
export function toChannelBody(kind: ChannelKind, content: MailContent): string {
  const message = toMessage(content);
  return JSON.stringify(kind === 'slack' ? toSlack(message) : toTeams(message));
}

/** What a test says. */
export function testContent(origin: string): MailContent {
  return {
    subject: 'A test from Picksync',
    preview: '',
    title: 'A test from Picksync',
    blocks: [
      { kind: 'text', text: 'Notices of your automations arrive here. Nothing has happened.' },
      { kind: 'button', label: 'Choose your notices', url: `${origin}/settings#notifications` },
    ],
    because: '',
  };
}
