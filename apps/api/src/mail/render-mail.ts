import type { MailContent, MailFoot, RenderedMail } from './content.ts';
import { htmlOf } from './layout.html.ts';
import { textOf } from './layout.text.ts';

/** Returns a mail in its text and its HTML version. Both say the same. */
export function renderMail(content: MailContent, foot: MailFoot): RenderedMail {
  // Mail filters and searches expect ordinary spaces in a subject.
  const subject = content.subject.replaceAll('\u00a0', ' ');
  return { subject, text: textOf(content, foot), html: htmlOf(content, foot) };
}
