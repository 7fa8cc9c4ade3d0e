import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod';
import type { SignInApp } from '../../base/sign-in-apps.ts';

/** What the discovery document of a provider says, as far as a sign-in needs it. */
export type ProviderKeys = { issuer: string; keys: JWTVerifyGetKey };

const discoveryDocument = z.object({ issuer: z.string(), jwks_uri: z.url() });
const dayMs = 24 * 60 * 60_000;

/**
 * Returns a function that reads the issuer and the keys of a provider. The discovery document is kept for a day, the
 * keys as long as their ids are known; concurrent sign-ins share one call, and one that failed is made again.
 */
export function createProviderKeys(
  { discoveryUrl, isIssuer }: SignInApp,
  { now, timeoutMs }: { now: () => Date; timeoutMs: number },
): () => Promise<ProviderKeys> {
  let known: { until: number; found: Promise<ProviderKeys> } | undefined;

  async function discover(): Promise<ProviderKeys> {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(discoveryUrl, { signal, redirect: 'error' });
    if (!response.ok) throw new Error(`The discovery document was answered ${response.status}.`);
    const { issuer, jwks_uri: keysUrl } = discoveryDocument.parse(await response.json());
    if (!isIssuer(issuer)) throw new Error('The discovery document names another issuer.');
    return { issuer, keys: createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: timeoutMs }) };
  }

  return () => {
    const at = now().getTime();
    if (known && known.until > at) return known.found;
    const found = discover();
    const entry = { until: at + dayMs, found };
    known = entry;
    found.catch(() => {
      if (known === entry) known = undefined;
    });
    return found;
  };
}
