import { createHmac } from 'node:crypto';

export type Answer = { status: number; headers: Headers; text: string };

/** Posts JSON to a callback address. Null when no answer came: too late, refused, cut off. Redirects are not followed. */
export async function postJson(
  url: string,
  { body, headers, timeoutMs }: { body: string; headers: Record<string, string>; timeoutMs: number },
): Promise<Answer | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return null;
  }
}

/** The signature of a callback: hex HMAC-SHA-256 of its body under the webhook's shared secret. */
export const signatureOf = (body: string, sharedSecret: string): string =>
  createHmac('sha256', sharedSecret).update(body).digest('hex');
