import { randomUUID } from 'node:crypto';
import type { SandboxDeps } from '../../deps.ts';
import { isObject } from '../attributes.ts';
import { failureDetails, postJson } from './callback.request.ts';
import type { Webhook } from './webhook.model.ts';

/**
 * Challenges a callback URL: it must respond with 200 and return the challenge in the header or the body. Returns null
 * when it does, else why not. The request is not signed, because the documentation does not say so.
 */
export async function verifyCallbackUrl(
  { id, callbackUrl }: Pick<Webhook, 'id' | 'callbackUrl'>,
  { config, random }: Pick<SandboxDeps, 'config' | 'random'>,
): Promise<string | null> {
  const challenge = randomUUID();
  const answer = await postJson(callbackUrl, {
    body: JSON.stringify({ challenge, webhookId: id }),
    headers: { 'Smartsheet-Hook-Challenge': challenge },
    timeoutMs: config.CALLBACK_TIMEOUT_MS,
  });
  if (answer?.status !== 200) return failureDetails({ random, status: answer?.status ?? null });
  if (answer.headers.get('smartsheet-hook-response') === challenge) return null;
  return challengeInBody(answer.text) === challenge ? null : 'The challenge was not returned.';
}

function challengeInBody(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body.smartsheetHookResponse : undefined;
  } catch {
    return undefined;
  }
}
