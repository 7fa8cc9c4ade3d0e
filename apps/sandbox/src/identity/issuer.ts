import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { createIdToken } from './id-token.ts';
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
const tokenLifetimeMs = 3600_000;

/** Returns what issues one provider's codes and tokens, and knows them again. */
export function createIssuer({ config, now, provider, keys, faults }: IssuerDeps) {
  const codes = new Map<string, IssuedCode>();
  const accessTokens = new Map<string, { grant: Grant; until: number }>();
  const refreshTokens = new Map<string, Grant>();
  const newText = (prefix: string) => prefix + randomBytes(36).toString('base64url');

  function issueAccessToken(grant: Grant): string {
    const token = newText(provider.prefixes.accessToken);
    accessTokens.set(token, { grant, until: now().getTime() + tokenLifetimeMs });
    return token;
  }

  /** Returns what an access token is for, and its last moment. */
  function findToken(accessToken: string): { grant: Grant; until: number } | undefined {
    const found = accessTokens.get(accessToken);
    return found && found.until > now().getTime() ? found : undefined;
  }

  function issueIdToken(grant: Grant, base: string, accessToken?: string): string {
    const token = { provider, grant, base, clientId: config.CLIENT_ID, now: now() };
    return createIdToken(
      { ...token, ...(accessToken !== undefined && { accessToken }) },
      keys,
      faults.current.idToken,
    );
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
