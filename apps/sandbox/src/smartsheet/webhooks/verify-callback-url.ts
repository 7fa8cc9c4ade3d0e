import { randomUUID } from 'node:crypto';
import { isObject } from '../attributes.ts';
import { postJson } from './callback.request.ts';
import type { Webhook } from './webhook.model.ts';

/**
 * Returns whether a callback URL passes the challenge: it must respond with 200 and return the challenge in the
 * header or the body. The request is not signed, because the documentation does not say so.
 */
export async function verifyCallbackUrl(
  { id, callbackUrl }: Pick<Webhook, 'id' | 'callbackUrl'>,
  timeoutMs: number,
): Promise<boolean> {
  const challenge = randomUUID();
  const answer = await postJson(callbackUrl, {
    body: JSON.stringify({ challenge, webhookId: id }),
    headers: { 'Smartsheet-Hook-Challenge': challenge },
    timeoutMs,
  });
  if (answer?.status !== 200) return false;
  if (answer.headers.get('smartsheet-hook-response') === challenge) return true;
  try {
    const body: unknown = JSON.parse(answer.text);
    return isObject(body) && body.smartsheetHookResponse === challenge;
  } catch {
    return false;
  }
}
