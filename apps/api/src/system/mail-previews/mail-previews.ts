import { createKeyedHash } from '../../base/keyed-hash.ts';
import { mails } from '../../jobs/mails.ts';
import type { MailDefinition } from '../../mail/define-mail.ts';
import { renderMail } from '../../mail/render-mail.ts';
import { stopLinks } from '../../people/notifications/notifications.ts';

export type MailPreview = { key: string; kind: string; title: string; html: string; text: string };

const to = 'olivia.park@northwind.example';
const userId = '0193b1f0-0000-7000-8000-000000000001';

type Shown = Pick<MailDefinition, 'kind' | 'choice' | 'examples'>;

/** Returns every example of every mail, as it would be sent. The links that stop mails belong to nobody. */
export function mailPreviews(publicOrigin: string): MailPreview[] {
  const keyedHash = createKeyedHash('previews');
  return Object.entries<Shown>(mails).flatMap(([name, { kind, choice, examples }]) =>
    examples.map((content, at) => {
      const stop = choice && stopLinks({ userId, choice }, { keyedHash, publicOrigin });
      const { html, text } = renderMail(content, { to, ...(stop && { stop: stop.foot }) });
      return { key: `${name}-${at + 1}`, kind, title: content.title, html, text };
    }),
  );
}
