import { createHmac, timingSafeEqual } from 'node:crypto';

const prefix = 'A21AA';
/** Nine hours, as PayPal's. */
export const tokenLifetimeSeconds = 32_400;

function seal(expiresAt: string, secret: string): string {
  return createHmac('sha256', secret).update(expiresAt).digest('base64url');
}

/** Returns an access token. It says itself when it ends, so it outlives a restart or a reset, as PayPal's does. */
export function issueAccessToken(secret: string, now: Date): string {
  const expiresAt = String(now.getTime() + tokenLifetimeSeconds * 1000);
  return `${prefix}${expiresAt}.${seal(expiresAt, secret)}`;
}

export function isAccessToken(token: string, secret: string, now: Date): boolean {
  const [expiresAt = '', given = ''] = token.replace(prefix, '').split('.');
  const expected = Buffer.from(seal(expiresAt, secret));
  const isOurs = given.length === expected.length && timingSafeEqual(Buffer.from(given), expected);
  return isOurs && Number(expiresAt) > now.getTime();
}
