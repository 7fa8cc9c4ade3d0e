import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';

/** A message that a channel took, as the test API shows it. */
export type ChannelMessage = { channel: 'slack' | 'teams'; address: string; body: unknown };

/** How often one address takes a message: Slack says one a second, Teams four. More are answered 429. */
const everyMs = { slack: 1000, teams: 250 } as const;
const kept = 200;

/** Tokens with a meaning: what Slack answers for a webhook in that state. */
const refusals: Record<string, readonly [status: number, word: string]> = {
  removed: [404, 'no_service'],
  inactive: [403, 'no_active_hooks'],
  noteam: [404, 'no_team'],
  wrong: [403, 'invalid_token'],
  deleted: [404, 'channel_not_found'],
  archived: [410, 'channel_is_archived'],
  prohibited: [403, 'action_prohibited'],
  general: [403, 'posting_to_general_channel_denied'],
  broken: [500, 'rollup_error'],
};

/** The same for workflows, as Power Automate answers. */
const workflowRefusals: Record<string, readonly [status: number, code: string]> = {
  deleted: [404, 'WorkflowNotFound'],
  off: [400, 'WorkflowTriggerIsNotEnabled'],
  tenant: [401, 'DirectApiAuthorizationRequired'],
  broken: [502, 'NoResponse'],
};

const plainText = z.looseObject({ type: z.literal('plain_text'), text: z.string().min(1).max(3000) });
const button = z.looseObject({ type: z.literal('button'), text: plainText, url: z.url().max(3000) });
const slackBlock = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('header'), text: z.looseObject({ text: z.string().min(1).max(150) }) }),
  z.looseObject({ type: z.literal('section'), text: z.looseObject({ text: z.string().min(1).max(3000) }) }),
  z.looseObject({ type: z.literal('actions'), elements: z.array(button).min(1).max(25) }),
]);
const slackMessage = z.looseObject({
  text: z.string().min(1).max(40_000),
  blocks: z.array(slackBlock).max(50).optional(),
});

const card = z.looseObject({
  contentType: z.literal('application/vnd.microsoft.card.adaptive'),
  content: z.looseObject({
    type: z.literal('AdaptiveCard'),
    version: z.string(),
    body: z.array(z.looseObject({ type: z.string() })).min(1),
  }),
});
const teamsMessage = z.looseObject({ type: z.literal('message'), attachments: z.array(card).min(1) });
const maxTeamsBytes = 28 * 1024;

type Options = { now: () => Date };

/**
 * Incoming webhooks of Slack and workflows of Microsoft Teams, as strict as the real ones. The token of an address says in which
 * state it is; any other token takes messages.
 */
export function registerChannels(app: FastifyInstance, { now }: Options): void {
  const messages: ChannelMessage[] = [];
  const lastAt = new Map<string, number>();

  const isTooSoon = (channel: 'slack' | 'teams', address: string) => {
    const at = now().getTime();
    const isSoon = at - (lastAt.get(address) ?? Number.NEGATIVE_INFINITY) < everyMs[channel];
    if (!isSoon) lastAt.set(address, at);
    return isSoon;
  };
  const take = (message: ChannelMessage) => {
    messages.unshift(message);
    messages.length = Math.min(messages.length, kept);
  };
  const tooMany = (reply: FastifyReply) => reply.code(429).header('retry-after', '1');

  app.post<{ Params: { team: string; hook: string; token: string } }>(
    '/services/:team/:hook/:token',
    async ({ params, body, headers }, reply) => {
      reply.type('text/plain; charset=utf-8');
      const refusal = refusals[params.token];
      if (refusal) return reply.code(refusal[0]).send(refusal[1]);
      if (!/^T/.test(params.team)) return reply.code(404).send('no_team');
      if (!/^B/.test(params.hook)) return reply.code(404).send('no_service');
      const address = `${params.team}/${params.hook}/${params.token}`;
      if (params.token === 'busy' || isTooSoon('slack', address)) return tooMany(reply).send('rate_limited');
      const isJson = headers['content-type']?.startsWith('application/json');
      if (!isJson || !slackMessage.safeParse(body).success) return reply.code(400).send('invalid_payload');
      take({ channel: 'slack', address, body });
      return reply.send('ok');
    },
  );

  app.post<{ Params: { id: string; trigger: string }; Querystring: { sig?: string } }>(
    '/workflows/:id/triggers/:trigger/paths/invoke',
    async ({ params, query, body, headers }, reply) => {
      const refuse = (status: number, code: string) =>
        reply.code(status).send({ error: { code, message: `The workflow '${params.id}' did not run.` } });
      const refusal = workflowRefusals[params.id];
      if (refusal) return refuse(...refusal);
      if (!query.sig) return refuse(401, 'DirectApiAuthorizationRequired');
      if (isTooSoon('teams', params.id)) return refuse(tooMany(reply).statusCode, 'WorkflowRunThrottled');
      if (Number(headers['content-length'] ?? 0) > maxTeamsBytes) return refuse(413, 'RequestEntityTooLarge');
      if (!teamsMessage.safeParse(body).success) return refuse(400, 'InvalidRequestContent');
      take({ channel: 'teams', address: params.id, body });
      return reply.code(202).send();
    },
  );

  // What arrived, the newest first.
  app.get('/api/channel-messages', async () => messages);
}
