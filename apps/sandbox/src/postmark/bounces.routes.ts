import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { PostmarkDeps } from '../deps.ts';
import { postJson } from '../smartsheet/webhooks/callback.request.ts';
import { bounceKinds, isInactive, reactivate, recordBounces } from './inbox.ts';
import { parseMailbox } from './message.input.ts';
import { pageQuery } from './messages.routes.ts';
import { postmarkError } from './postmark.errors.ts';

const suppressions = z.object({ Suppressions: z.array(z.object({ EmailAddress: z.string() })).max(50) });
const report = z.strictObject({ kind: z.enum(bounceKinds) });

type One = { Params: { id: string } };

/** Serves the mails that came back. */
export function bounceRoutes(app: FastifyInstance, { state, changes }: PostmarkDeps): void {
  const bounces = () => state.inbox.bounces;
  const find = (id: string) => bounces().find(({ ID }) => String(ID) === id);
  const unknown = postmarkError(407, 'There is no bounce of this id.');

  app.get<{ Querystring: Record<string, string> }>('/bounces', async ({ query }, reply) => {
    const page = pageQuery.safeParse(query);
    if (!page.success)
      return reply.code(422).send(postmarkError(300, "The parameters 'count' and 'offset' are required."));
    const { type, emailFilter, messageID } = query;
    const found = bounces()
      .filter(
        ({ Type, Email, MessageID }) =>
          (!type || Type === type) &&
          (!emailFilter || Email.includes(emailFilter)) &&
          (!messageID || MessageID === messageID),
      )
      .toReversed();
    const { count, offset } = page.data;
    return { TotalCount: found.length, Bounces: found.slice(offset, offset + count) };
  });

  app.get<One>('/bounces/:id', async ({ params }, reply) => find(params.id) ?? reply.code(422).send(unknown));

  app.put<One>('/bounces/:id/activate', async ({ params }, reply) => {
    const bounce = find(params.id);
    if (!bounce) return reply.code(422).send(unknown);
    if (bounce.CanActivate) {
      reactivate(state.inbox, [bounce.Email]);
      bounce.Inactive = false;
      changes.announce({ mails: true });
    }
    return { Message: 'OK', Bounce: bounce };
  });

  app.get('/deliverystats', async () => {
    const types = Map.groupBy(bounces(), ({ Type }) => Type);
    return {
      InactiveMails: state.inbox.inactive.length,
      Bounces: [
        { Name: 'All', Count: bounces().length },
        ...[...types].map(([Type, of]) => ({ Type, Name: of[0]?.Name, Count: of.length })),
      ],
    };
  });
}

/** Serves the list of addresses that Postmark has given up. */
export function suppressionRoutes(app: FastifyInstance, { state, now, changes }: PostmarkDeps): void {
  const path = '/message-streams/:stream/suppressions';

  app.get(`${path}/dump`, async () => {
    const { inactive, bounces } = state.inbox;
    return {
      Suppressions: inactive.map((EmailAddress) => {
        const bounce = bounces.findLast(({ Email, Inactive }) => Inactive && Email === EmailAddress);
        return {
          EmailAddress,
          SuppressionReason: bounce?.Type ?? 'ManualSuppression',
          Origin: bounce ? 'Recipient' : 'Customer',
          CreatedAt: bounce?.BouncedAt ?? now().toISOString(),
        };
      }),
    };
  });

  /** Adds one of these calls, which answer for each address. `act` gets those that are addresses. */
  const change = (url: string, Status: string, act: (addresses: string[]) => void) =>
    app.post(url, async ({ body }, reply) => {
      const parsed = suppressions.safeParse(body);
      if (!parsed.success)
        return reply.code(422).send(postmarkError(300, 'Provide at most 50 Suppressions.'));
      const given = parsed.data.Suppressions.map(({ EmailAddress }) => EmailAddress);
      act(given.filter((address) => parseMailbox(address) !== null));
      changes.announce({ mails: true });
      return {
        Suppressions: given.map((EmailAddress) =>
          parseMailbox(EmailAddress) === null
            ? { EmailAddress, Status: 'Failed', Message: 'An invalid email address was provided.' }
            : { EmailAddress, Status, Message: null },
        ),
      };
    });

  change(path, 'Suppressed', (addresses) => {
    const { inactive } = state.inbox;
    inactive.push(...addresses.filter((address) => !isInactive(state.inbox, address)));
  });
  change(`${path}/delete`, 'Deleted', (addresses) => reactivate(state.inbox, addresses));
}

/**
 * Lets a mail come back, or be marked as spam. Postmark gives up the address, unless the bounce passes by itself, and
 * tells the app; here it tells once and says what the app answered.
 */
export function reportRoutes(app: FastifyInstance, deps: PostmarkDeps): void {
  app.post<One>('/api/mails/:id/report', async ({ params, body }, reply) => {
    const parsed = report.safeParse(body);
    if (!parsed.success)
      return reply.code(400).send({ message: 'kind is hard_bounce, soft_bounce or complaint.' });
    const { inbox } = deps.state;
    const mail = inbox.mails.find(({ id }) => id === params.id);
    if (!mail) return reply.code(404).send({ message: 'There is no mail of this id.' });
    const { kind } = parsed.data;
    const bounces = recordBounces(inbox, mail, { kind, at: deps.now() });
    deps.changes.announce({ mails: true });
    const statuses = await Promise.all(bounces.map((bounce) => tell(deps, bounce)));
    return { addresses: mail.to, isTold: deps.config.POSTMARK_WEBHOOK_URL !== undefined, statuses };
  });
}

/** Returns the status of the app's answer, or null when there is none. */
async function tell({ config }: PostmarkDeps, event: object): Promise<number | null> {
  const {
    POSTMARK_WEBHOOK_URL: url,
    POSTMARK_WEBHOOK_PASSWORD: password,
    CALLBACK_TIMEOUT_MS: timeoutMs,
  } = config;
  if (url === undefined) return null;
  const authorization = `Basic ${Buffer.from(`postmark:${password ?? ''}`).toString('base64')}`;
  const answer = await postJson(url, { body: JSON.stringify(event), headers: { authorization }, timeoutMs });
  return answer?.status ?? null;
}
