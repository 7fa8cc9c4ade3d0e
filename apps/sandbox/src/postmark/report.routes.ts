import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { postJson } from '../smartsheet/webhooks/callback.request.ts';
import { bounceKinds, recordBounces } from './bounces.ts';
import type { PostmarkDeps } from './postmark-deps.ts';

export type ReportDeps = PostmarkDeps & {
  /** Where the app is told, and the password of the user `postmark` there. Without an address nobody is. */
  webhook: { url: string | undefined; password: string | undefined; timeoutMs: number };
};

const report = z.strictObject({ kind: z.enum(bounceKinds) });

/**
 * Lets a mail come back, or be marked as spam. Postmark gives up the address, unless the bounce passes by itself, and
 * tells the app; here it tells once and says what the app answered.
 */
export function reportRoutes(app: FastifyInstance, deps: ReportDeps): void {
  app.post<{ Params: { id: string } }>('/api/mails/:id/report', async ({ params, body }, reply) => {
    const parsed = report.safeParse(body);
    if (!parsed.success)
      return reply.code(400).send({ message: 'kind is hard_bounce, soft_bounce or complaint.' });
    const inbox = deps.inbox();
    const mail = inbox.mails.find(({ id }) => id === params.id);
    if (!mail) return reply.code(404).send({ message: 'There is no mail of this id.' });
    const { kind } = parsed.data;
    const bounces = recordBounces(inbox, mail, { kind, at: deps.now() });
    deps.changed();
    const statuses = await Promise.all(bounces.map((bounce) => tell(deps, bounce)));
    return { addresses: mail.to, isTold: deps.webhook.url !== undefined, statuses };
  });
}

/** Returns the status of the app's answer, or null when there is none. */
async function tell({ webhook }: ReportDeps, event: object): Promise<number | null> {
  const { url, password, timeoutMs } = webhook;
  if (url === undefined) return null;
  const authorization = `Basic ${Buffer.from(`postmark:${password ?? ''}`).toString('base64')}`;
  const answer = await postJson(url, { body: JSON.stringify(event), headers: { authorization }, timeoutMs });
  return answer?.status ?? null;
}
