import { randomUUID } from 'node:crypto';
import { isObject } from '../attributes.ts';
import { postJson } from './callback.request.ts';
import type { Webhook } from './webhook.model.ts';

/**
 * Asks the callback address whether it wants this webhook: it has to answer 200 and give the challenge back, in the
 * header or in the body. Not signed: the documentation does not say that it is.
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
