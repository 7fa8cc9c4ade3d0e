import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { IdentityFaults } from './identity-faults.ts';
import type { Person } from './people.ts';
import type { Provider } from './provider.ts';

/** A pair of keys whose public one is published, and one that nobody published. */
export type SigningKeys = { id: string; published: KeyPair; unpublished: KeyPair };

type KeyPair = { publicKey: KeyObject; privateKey: KeyObject };

export function createSigningKeys(id: string): SigningKeys {
  const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { id, published: pair(), unpublished: pair() };
}

/** Returns the public key as the provider publishes it. */
export function keySet({ id, published }: SigningKeys) {
  return {
    keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: id, use: 'sig', alg: 'RS256' }],
  };
}

const lifetimeSeconds = 3600;

type Grant = {
  provider: Provider;
  person: Person;
  base: string;
  clientId: string;
  nonce: string | undefined;
  now: Date;
};

/** Returns the id token of a person, signed, with the one thing wrong with it that the fault names. */
export function idTokenOf(grant: Grant, keys: SigningKeys, fault: IdentityFaults['idToken']): string {
  const { provider, person, base, clientId, nonce, now } = grant;
  const at = Math.floor(now.getTime() / 1000);
  const claims = {
    iss: provider.issuerFor(base, person),
    aud: clientId,
    iat: at,
    exp: at + lifetimeSeconds,
    ...(nonce !== undefined && { nonce }),
    ...provider.claimsOf(person),
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

function sign(claims: object, { id, published, unpublished }: SigningKeys, fault: IdentityFaults['idToken']) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  if (fault === 'unsigned') return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
  if (fault === 'keyed_with_public_key') {
    // What a verifier takes that lets the token choose between a key pair and a shared secret.
    const text = `${part({ alg: 'HS256', typ: 'JWT', kid: id })}.${part(claims)}`;
    const pem = published.publicKey.export({ format: 'pem', type: 'spki' });
    return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
  }
  const text = `${part({ alg: 'RS256', typ: 'JWT', kid: id })}.${part(claims)}`;
  const { privateKey } = fault === 'other_key' ? unpublished : published;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
}
