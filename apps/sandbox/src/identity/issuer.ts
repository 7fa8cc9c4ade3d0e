import { createHmac, createSign, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { IdentityFaults } from './identity-faults.ts';
import type { Fields, Grant, Place, Provider } from './provider.ts';
import type { KeyRing } from './signing-keys.ts';

/** What a code stands for. */
type IssuedCode = {
  grant: Grant;
  redirectUri: string;
  /** What the app has to prove when it brings the code (PKCE), if it asked for that. */
  challenge: { text: string; isHashed: boolean } | null;
  at: Date;
  isUsed: boolean;
};

type IssuerDeps = {
  config: Pick<Config, 'CLIENT_ID' | 'CLIENT_NAME' | 'CLIENT_SECRET' | 'SIGN_IN_REDIRECT_URIS'>;
  now: () => Date;
  provider: Provider;
  keys: KeyRing;
  faults: { current: IdentityFaults };
};

export type Issuer = ReturnType<typeof createIssuer>;
export type IdentityDeps = IssuerDeps & { issuer: Issuer };

const codeLifetimeMs = 10 * 60_000;
const tokenLifetimeSeconds = 3600;

/** Returns what issues one provider's codes and tokens, and knows them again. */
export function createIssuer({ config, now, provider, keys, faults }: IssuerDeps) {
  const codes = new Map<string, IssuedCode>();
  const accessTokens = new Map<string, { grant: Grant; until: number }>();
  const refreshTokens = new Map<string, Grant>();
  const newText = (prefix: string) => prefix + randomBytes(36).toString('base64url');

  function issueAccessToken(grant: Grant): string {
    const token = newText(provider.prefixes.accessToken);
    accessTokens.set(token, { grant, until: now().getTime() + tokenLifetimeSeconds * 1000 });
    return token;
  }

  /** Returns what an access token is for, and its last moment. */
  function findToken(accessToken: string): { grant: Grant; until: number } | undefined {
    const found = accessTokens.get(accessToken);
    return found && found.until > now().getTime() ? found : undefined;
  }

  /** Returns the id token of a person, signed, with the one thing wrong with it that the fault names. */
  function issueIdToken(grant: Grant, base: string, accessToken?: string): string {
    const fault = faults.current.idToken;
    const clientId = config.CLIENT_ID;
    const at = Math.floor(now().getTime() / 1000);
    const claims = {
      iss: provider.issuerFor(base, grant.person),
      aud: clientId,
      iat: at,
      exp: at + tokenLifetimeSeconds,
      ...(grant.nonce !== undefined && { nonce: grant.nonce }),
      ...provider.toClaims(grant, { clientId, at, ...(accessToken !== undefined && { accessToken }) }),
      ...wrongClaims(fault, at),
    };
    return sign(claims, keys, fault);
  }

  return {
    issueCode(issued: Pick<IssuedCode, 'grant' | 'redirectUri' | 'challenge'>): string {
      const code = newText(provider.prefixes.code);
      codes.set(code, { ...issued, at: now(), isUsed: false });
      return code;
    },
    issueIdToken,
    findCode(code: string): (IssuedCode & { isExpired: boolean }) | undefined {
      const found = codes.get(code);
      return found && { ...found, isExpired: now().getTime() - found.at.getTime() > codeLifetimeMs };
    },
    /** Notes that a code was brought: it is spent by the first who does, whether or not they can use it. */
    spendCode(code: string): void {
      const found = codes.get(code);
      if (found) found.isUsed = true;
    },
    /** Returns the tokens of a grant, as the provider answers with them. */
    issueTokens(grant: Grant, base: string) {
      const accessToken = issueAccessToken(grant);
      const refreshToken = grant.isOffline ? newText(provider.prefixes.refreshToken) : undefined;
      if (refreshToken) refreshTokens.set(refreshToken, { ...grant, nonce: undefined });
      const hasIdToken = grant.scopes.includes('openid') && faults.current.idToken !== 'missing';
      return {
        access_token: accessToken,
        token_type: 'Bearer',
        scope: provider.writeScopes(grant.scopes),
        ...provider.tokenMembers,
        ...(refreshToken && { refresh_token: refreshToken }),
        ...(hasIdToken && { id_token: issueIdToken(grant, base, accessToken) }),
      };
    },
    findRefreshable: (refreshToken: string): Grant | undefined => refreshTokens.get(refreshToken),
    findGrant: (accessToken: string): Grant | undefined => findToken(accessToken)?.grant,
    findToken,
    /** Takes a token back, with all that were granted along with it. Returns whether there was one. */
    revoke(token: string): boolean {
      const grant = accessTokens.get(token)?.grant ?? refreshTokens.get(token);
      if (!grant) return false;
      const isSame = (other: Grant) => other.person.id === grant.person.id;
      for (const [key, value] of accessTokens) if (isSame(value.grant)) accessTokens.delete(key);
      for (const [key, value] of refreshTokens) if (isSame(value)) refreshTokens.delete(key);
      return true;
    },
    clear(): void {
      for (const issued of [codes, accessTokens, refreshTokens]) issued.clear();
    },
  };
}

export function getPlace({ protocol, host, params }: FastifyRequest): Place {
  return { base: `${protocol}://${host}`, tenant: (params as Fields).tenant ?? '' };
}

/** Returns the fields of a form or a query that were sent once and are not empty. */
export function toFields(given: unknown): Fields {
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([, value]) => typeof value === 'string' && value !== ''),
  );
}

function wrongClaims(fault: IdentityFaults['idToken'], at: number): Record<string, unknown> {
  if (fault === 'other_nonce') return { nonce: 'of-another-sign-in' };
  if (fault === 'no_nonce') return { nonce: undefined };
  if (fault === 'other_audience') return { aud: 'another-app' };
  if (fault === 'other_issuer') return { iss: 'https://issuer.elsewhere.example' };
  if (fault === 'expired') return { iat: at - 2 * tokenLifetimeSeconds, exp: at - tokenLifetimeSeconds };
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
