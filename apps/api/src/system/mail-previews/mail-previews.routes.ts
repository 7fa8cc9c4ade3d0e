import { AppError } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { createKeyedHash } from '../../base/keyed-hash.ts';
import { mails } from '../../jobs/mails.ts';
import type { MailDefinition } from '../../mail/define-mail.ts';
import { renderMail } from '../../mail/render-mail.ts';
import { stopLinks } from '../../people/notifications/notifications.ts';

/**
 * Serves every mail with example data at `/dev/mails`, and leads to every component at `/dev/ui`, where the sandbox stands in
 * for the mail provider and nowhere else.
 */
export function mailPreviewRoutes(app: FastifyInstance, { settings }: Context): void {
  const { sandboxInbox, publicOrigin } = settings;
  if (sandboxInbox === undefined) return;
  const previews = mailPreviews(publicOrigin);
  const byKey = new Map(previews.map((preview) => [preview.key, preview]));

  app.get('/dev/mails', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderList(previews)),
  );
  // The components are drawn by the sandbox, which is no part of what is deployed.
  app.get('/dev/ui', (_request, reply) => reply.redirect(new URL('/dev/ui', sandboxInbox).href));
  app.get<{ Params: { key: string } }>('/dev/mails/:key', ({ params }, reply) => {
    const [key = '', version] = params.key.split('.');
    const preview = byKey.get(key);
    if (!preview) throw new AppError('not_found');
    if (version === 'txt') return reply.type('text/plain; charset=utf-8').send(preview.text);
    return reply.type('text/html; charset=utf-8').send(preview.html);
  });
}

function renderList(previews: readonly MailPreview[]): string {
  const rows = previews.map(
    ({ key, kind, title }) =>
      `<tr><td><a href="/dev/mails/${key}">${key}</a></td><td><a href="/dev/mails/${key}.txt">text</a></td><td>${kind}</td><td>${title}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mails of Picksync</title><style>:root{color-scheme:light dark;font:15px/1.6 system-ui}body{max-width:60rem;margin:2rem auto;padding:0 1rem}td{padding:.2rem 1rem .2rem 0}</style></head><body><h1>Every mail, with example data</h1><table>${rows.join('')}</table></body></html>`;
}

type MailPreview = { key: string; kind: string; title: string; html: string; text: string };

const to = 'olivia.park@northwind.example';
const userId = '0193b1f0-0000-7000-8000-000000000001';

type Shown = Pick<MailDefinition, 'kind' | 'choice' | 'examples'>;

/** Returns every example of every mail, as it would be sent. The links that stop mails belong to nobody. */
function mailPreviews(publicOrigin: string): MailPreview[] {
  const keyedHash = createKeyedHash('previews');
  return Object.entries<Shown>(mails).flatMap(([name, { kind, choice, examples }]) =>
    examples.map((content, at) => {
      const stop = choice && stopLinks({ userId, choice }, { keyedHash, publicOrigin });
      const { html, text } = renderMail(content, { to, ...(stop && { stop: stop.foot }) });
      return { key: `${name}-${at + 1}`, kind, title: content.title, html, text };
    }),
  );
}
