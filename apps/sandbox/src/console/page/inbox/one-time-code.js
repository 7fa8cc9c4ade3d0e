/** @import { Mail } from '../contract.d.ts' */

/**
 * Returns the first six-digit code in a mail, or null.
 * @param {Pick<Mail, 'text' | 'html' | 'subject'>} mail
 */
export function findOneTimeCode(mail) {
  const plain =
    mail.text || mail.html.replaceAll(/<style[\s\S]*?<\/style>/gi, ' ').replaceAll(/<[^>]+>/g, ' ');
  return /(?<![\w#&-])\d{6}(?![\w-])/.exec(`${plain} ${mail.subject}`)?.[0] ?? null;
}
