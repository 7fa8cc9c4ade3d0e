import { formatNumber } from '@picksync/contracts';
import type { MailBlock, MailContent, MailFoot, RenderedMail } from './content.ts';
import { renderHtml } from './layout.html.ts';

/** Returns a mail in its text and its HTML version. Both say the same. */
export function renderMail(content: MailContent, foot: MailFoot): RenderedMail {
  // Mail filters and searches expect ordinary spaces in a subject.
  const subject = content.subject.replaceAll('\u00a0', ' ');
  return { subject, text: renderText(content, foot), html: renderHtml(content, foot) };
}

const lineLength = 72;

/** Returns the text version: lines of at most 72 characters, addresses on lines of their own. */
function renderText({ title, blocks, because }: MailContent, { to, stop }: MailFoot): string {
  const foot = [wrap(`Sent to ${to}, ${because}.`)];
  if (stop) {
    foot.push(`Stop mails about ${stop.topic}:\n${stop.url}`);
    foot.push(`Choose which mails you get:\n${stop.choicesUrl}`);
  }
  return `${[wrap(title), ...blocks.map(block), `-- \n${foot.join('\n')}`].join('\n\n')}\n`;
}

function block(part: MailBlock): string {
  switch (part.kind) {
    case 'text':
    case 'note':
      return wrap(part.text);
    case 'code':
      return `    ${part.code}`;
    case 'fix':
      return `WHAT TO DO\n${wrap(`${part.problem} ${part.remedy}`)}`;
    case 'facts':
      return facts(part.rows);
    case 'runs':
      return wrap(part.caption);
    case 'cut':
      return `${formatNumber(part.stay)} stay, ${formatNumber(part.go)} would be removed, ${formatNumber(part.come)} would be added`;
    case 'button':
      return `${part.label}:\n${part.url}`;
  }
}

/** Returns a table, or one row below the other where a table would be too wide. */
function facts(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  const isNarrow = rows.every(([, value]) => width + value.length <= lineLength);
  if (isNarrow) return rows.map(([label, value]) => `${label.padEnd(width)}${value}`).join('\n');
  return rows.map(([label, value]) => `${wrap(label)}\n${wrap(value).replace(/^/gm, '  ')}`).join('\n');
}

function wrap(text: string): string {
  return text.split('\n').map(wrapLine).join('\n');
}

function wrapLine(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > lineLength) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
