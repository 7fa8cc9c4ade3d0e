import type { MailContent, MailFoot, RenderedMail } from './content.ts';
import { renderHtml } from './layout.html.ts';
import { renderText } from './layout.text.ts';

/** Returns a mail in its text and its HTML version. Both say the same. */
export function renderMail(content: MailContent, foot: MailFoot): RenderedMail {
  // Mail filters and searches expect ordinary spaces in a subject.
  const subject = content.subject.replaceAll('\u00a0', ' ');
  return { subject, text: renderText(content, foot), html: renderHtml(content, foot) };
}
