import { type ChannelFailure, channelFailureNames } from '@picksync/contracts';
import type { PostResult, PostWebhook } from '@picksync/process';

/** `isGone`: no retry helps, somebody has to make the channel anew. `retryAfterSeconds`: how long the channel asks to wait. */
export type ChannelAnswer =
  | { failure: null }
  | { failure: ChannelFailure; isGone: boolean; retryAfterSeconds: number | null };

/** What says that an address takes nothing any more, whatever is sent. */
const goneWords = new Set<ChannelFailure>([
  'no_service',
  'no_service_id',
  'no_active_hooks',
  'no_team',
  'team_disabled',
  'invalid_token',
  'channel_not_found',
  'channel_is_archived',
  'WorkflowNotFound',
  'WorkflowTriggerIsNotEnabled',
  'DirectApiAuthorizationRequired',
  'unauthorized',
  'gone',
  'port_refused',
]);

/** Slack answers with one word, Power Automate with JSON. Anything that is not known is left alone. */
function findWord(answer: string): ChannelFailure | undefined {
  let said: unknown = answer.trim();
  try {
    const parsed: unknown = JSON.parse(answer);
    said = (Object(Object(parsed).error) as { code?: unknown }).code ?? said;
  } catch {
    // It is no JSON.
  }
  return channelFailureNames.find((name) => name === said);
}

function toFailure({ failure, responseStatus, answer }: PostResult): ChannelFailure {
  if (failure !== 'status') return failure ?? 'status';
  if (responseStatus === 429) return 'rate_limited';
  const word = findWord(answer);
  if (word) return word;
  if (responseStatus === 401 || responseStatus === 403) return 'unauthorized';
  return responseStatus === 404 || responseStatus === 410 ? 'gone' : 'status';
}

/** Posts a message to a channel. Rejects only when `signal` is aborted. */
export async function postToChannel(
  postWebhook: PostWebhook,
  { address: url, body, signal }: { address: string; body: string; signal: AbortSignal },
): Promise<ChannelAnswer> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Picksync' };
  const result = await postWebhook({ url, headers, body, signal });
  if (result.failure === null) return { failure: null };
  const failure = toFailure(result);
  return { failure, isGone: goneWords.has(failure), retryAfterSeconds: result.retryAfterSeconds };
}
