import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';

type ChannelKind = 'slack' | 'teams';

/** What was posted to a channel, and what the channel answered; `status` 2xx: it took it. */
export type ChannelPost = {
  id: string;
  at: string;
  channel: ChannelKind;
  address: string;
  body: unknown;
  status: number;
  answer: string;
};

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

function plainText(max: number) {
  return z.looseObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max) });
}

const anyText = z.looseObject({
  type: z.enum(['plain_text', 'mrkdwn']),
  text: z.string().min(1).max(3000),
});
const button = z.looseObject({ type: z.literal('button'), text: plainText(75), url: z.url().max(3000) });
const slackBlocks = z
  .array(
    z.discriminatedUnion('type', [
      z.looseObject({ type: z.literal('header'), text: plainText(150) }),
      z.looseObject({ type: z.literal('section'), text: anyText }),
      z.looseObject({ type: z.literal('actions'), elements: z.array(button).min(1).max(25) }),
    ]),
  )
  .max(50);

/** Returns Slack's word for what is wrong with a message; null when nothing is. */
function slackProblem(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return 'invalid_payload';
  const { text, blocks } = body as { text?: unknown; blocks?: unknown };
  if (blocks !== undefined && !slackBlocks.safeParse(blocks).success) return 'invalid_blocks';
  if (text === undefined || text === '') return blocks === undefined ? 'no_text' : null;
  return typeof text === 'string' && text.length <= 40_000 ? null : 'invalid_payload';
}

const card = z.looseObject({
  contentType: z.literal('application/vnd.microsoft.card.adaptive'),
  content: z.looseObject({
    type: z.literal('AdaptiveCard'),
    version: z.string().regex(/^1\.[0-5]$/),
    body: z.array(z.looseObject({ type: z.literal('TextBlock'), text: z.string().min(1) })).min(1),
    actions: z
      .array(z.looseObject({ type: z.literal('Action.OpenUrl'), title: z.string().min(1), url: z.url() }))
      .optional(),
  }),
});
const teamsMessage = z.looseObject({ type: z.literal('message'), attachments: z.array(card).min(1) });
const maxTeamsBytes = 28 * 1024;

/** When an address took a message last: each kind takes only so many in a second. */
function createPace(now: () => Date) {
  const lastAt = new Map<string, number>();
  return {
    isTooSoon: (channel: ChannelKind, address: string): boolean => {
      const at = now().getTime();
      const isSoon = at - (lastAt.get(address) ?? Number.NEGATIVE_INFINITY) < everyMs[channel];
      if (!isSoon) lastAt.set(address, at);
      return isSoon;
    },
  };
}

type Pace = ReturnType<typeof createPace>;
type Answer = { status: number; answer: string; retryAfter?: string };

type SlackParams = { team: string; hook: string; token: string };

function answerAsSlack(
  {
    params: { team, hook, token },
    body,
    headers,
  }: Pick<FastifyRequest<{ Params: SlackParams }>, 'params' | 'body' | 'headers'>,
  pace: Pace,
): Answer {
  const refusal = refusals[token];
  if (refusal) return { status: refusal[0], answer: refusal[1] };
  if (!/^T/.test(team)) return { status: 404, answer: 'no_team' };
  if (!/^B/.test(hook)) return { status: 404, answer: 'no_service' };
  if (token === 'busy' || pace.isTooSoon('slack', `${team}/${hook}/${token}`))
    return { status: 429, answer: 'rate_limited', retryAfter: '1' };
  const isJson = headers['content-type']?.startsWith('application/json');
  const problem = isJson ? slackProblem(body) : 'invalid_payload';
  return problem ? { status: 400, answer: problem } : { status: 200, answer: 'ok' };
}

type WorkflowRequest = { Params: { id: string; trigger: string }; Querystring: { sig?: string } };

function answerAsTeams(
  {
    params: { id },
    query,
    body,
    headers,
  }: Pick<FastifyRequest<WorkflowRequest>, 'params' | 'query' | 'body' | 'headers'>,
  pace: Pace,
): Answer {
  const refuse = (status: number, code: string, retryAfter?: string): Answer => ({
    status,
    answer: JSON.stringify({ error: { code, message: `The workflow '${id}' did not run.` } }),
    ...(retryAfter && { retryAfter }),
  });
  const refusal = workflowRefusals[id];
  if (refusal) return refuse(...refusal);
  if (!query.sig) return refuse(401, 'DirectApiAuthorizationRequired');
  if (pace.isTooSoon('teams', id)) return refuse(429, 'WorkflowRunThrottled', '1');
  if (Number(headers['content-length'] ?? 0) > maxTeamsBytes) return refuse(413, 'RequestEntityTooLarge');
  if (!teamsMessage.safeParse(body).success) return refuse(400, 'InvalidRequestContent');
  return { status: 202, answer: '' };
}

/** Sends the answer, with the type that the channel gives it. */
function send(reply: FastifyReply, type: string, { status, answer, retryAfter }: Answer): FastifyReply {
  if (retryAfter) reply.header('retry-after', retryAfter);
  return answer === '' ? reply.code(status).send() : reply.code(status).type(type).send(answer);
}

/**
 * Incoming webhooks of Slack and workflows of Microsoft Teams, as strict as the real ones. The token of an address says in which
 * state it is; any other token takes messages. Returns the function that forgets what was posted.
 */
export function registerChannels(
  app: FastifyInstance,
  { now, changes }: Pick<SandboxDeps, 'now' | 'changes'>,
): { clear: () => void } {
  const posts: ChannelPost[] = [];
  const pace = createPace(now);
  const record = (post: Pick<ChannelPost, 'channel' | 'address' | 'body'> & Answer) => {
    const { channel, address, body, status, answer } = post;
    posts.unshift({ id: randomUUID(), at: now().toISOString(), channel, address, body, status, answer });
    posts.length = Math.min(posts.length, kept);
    changes.announce({ channels: true });
  };

  app.post<{ Params: SlackParams }>('/services/:team/:hook/:token', async (request, reply) => {
    const answer = answerAsSlack(request, pace);
    const { team, hook, token } = request.params;
    record({ channel: 'slack', address: `${team}/${hook}/${token}`, body: request.body, ...answer });
    return send(reply, 'text/plain; charset=utf-8', answer);
  });

  app.post<WorkflowRequest>('/workflows/:id/triggers/:trigger/paths/invoke', async (request, reply) => {
    const answer = answerAsTeams(request, pace);
    record({ channel: 'teams', address: request.params.id, body: request.body, ...answer });
    return send(reply, 'application/json; charset=utf-8', answer);
  });

  // What the channels took, or all that was posted, the newest first.
  app.get<{ Querystring: { refused?: string } }>('/api/channel-messages', async ({ query }) =>
    query.refused === 'true' ? posts : posts.filter(({ status }) => status < 300),
  );

  app.delete('/api/channel-messages', async (_request, reply) => {
    clear();
    return reply.code(204).send();
  });

  function clear(): void {
    posts.length = 0;
    changes.announce({ channels: true });
  }
  return { clear };
}
