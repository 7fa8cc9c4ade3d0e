import { createHmac, createSign } from 'node:crypto';
import type { IdentityFaults } from './identity-faults.ts';
import type { Grant, Provider } from './provider.ts';
import type { KeyRing } from './signing-keys.ts';

const lifetimeSeconds = 3600;

type IdToken = {
  provider: Provider;
  grant: Grant;
  base: string;
  clientId: string;
  accessToken?: string;
  now: Date;
};

/** Returns the id token of a person, signed, with the one thing wrong with it that the fault names. */
export function createIdToken(token: IdToken, keys: KeyRing, fault: IdentityFaults['idToken']): string {
  const { provider, grant, base, clientId, accessToken, now } = token;
  const at = Math.floor(now.getTime() / 1000);
  const claims = {
    iss: provider.issuerFor(base, grant.person),
    aud: clientId,
    iat: at,
    exp: at + lifetimeSeconds,
    ...(grant.nonce !== undefined && { nonce: grant.nonce }),
    ...provider.toClaims(grant, { clientId, at, ...(accessToken !== undefined && { accessToken }) }),
    ...wrongClaims(fault, at),
  };
  return sign(claims, keys, fault);
}

function wrongClaims(fault: IdentityFaults['idToken'], at: number): Record<string, unknown> {
  if (fault === 'other_nonce') return { nonce: 'of-another-sign-in' };
  if (fault === 'no_nonce') return { nonce: undefined };
  if (fault === 'other_audience') return { aud: 'another-app' };
  if (fault === 'other_issuer') return { iss: 'https://issuer.elsewhere.example' };
  if (fault === 'expired') return { iat: at - 2 * lifetimeSeconds, exp: at - lifetimeSeconds };
  return {};
}

function sign(claims: object, { current, unpublished }: KeyRing, fault: IdentityFaults['idToken']) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { id: kid, publicKey } = current;
  if (fault === 'unsigned') return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
  if (fault === 'keyed_with_public_key') {
    // What a verifier takes that lets the token choose between a key pair and a shared secret.
    const text = `${part({ alg: 'HS256', typ: 'JWT', kid })}.${part(claims)}`;
    const pem = publicKey.export({ format: 'pem', type: 'spki' });
    return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
  }
  const text = `${part({ alg: 'RS256', typ: 'JWT', kid })}.${part(claims)}`;
  const { privateKey } = fault === 'other_key' ? unpublished : current;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
}
