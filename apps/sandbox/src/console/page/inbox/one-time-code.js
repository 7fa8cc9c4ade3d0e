/** @import { Mail } from '../contract.d.ts' */

/**
 * The six-digit code of a mail, if it has one: the first that stands alone in its text.
 * @param {Pick<Mail, 'text' | 'html' | 'subject'>} mail
 */
export function codeIn(mail) {
  const plain =
    mail.text || mail.html.replaceAll(/<style[\s\S]*?<\/style>/gi, ' ').replaceAll(/<[^>]+>/g, ' ');
  return /(?<![\w#&-])\d{6}(?![\w-])/.exec(`${plain} ${mail.subject}`)?.[0] ?? null;
}
