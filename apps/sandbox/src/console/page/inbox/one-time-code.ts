import type { Mail } from '../contract.ts';

/** Returns the first six-digit code in a mail, or null. */
export function findOneTimeCode(mail: Pick<Mail, 'text' | 'html' | 'subject'>): string | null {
  const plain =
    mail.text || mail.html.replaceAll(/<style[\s\S]*?<\/style>/gi, ' ').replaceAll(/<[^>]+>/g, ' ');
  return /(?<![\w#&-])\d{6}(?![\w-])/.exec(`${plain} ${mail.subject}`)?.[0] ?? null;
}
