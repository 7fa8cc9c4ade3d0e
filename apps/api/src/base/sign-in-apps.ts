import type { SignInProvider } from '@picksync/contracts';

/** How this installation is registered with one provider, and where that is. */
export type SignInApp = {
  provider: SignInProvider;
  clientId: string;
  clientSecret: string;
  authorizeUrl: string;
  tokenUrl: string;
  discoveryUrl: string;
  /** Checks the issuer of the discovery document; Microsoft's names the tenant, or has a placeholder for it. */
  isIssuer: (issuer: string) => boolean;
};

type Registration = {
  clientId: string | undefined;
  clientSecret: string | undefined;
  /** Addresses of a stand-in. */
  apiBase: string | undefined;
  authorizeBase: string | undefined;
};

export type SignInAppSettings = { google: Registration; microsoft: Registration & { tenant: string } };

/** Returns the providers that somebody can sign in with here, in the order in which they are offered. */
export function createSignInApps({ google, microsoft }: SignInAppSettings): SignInApp[] {
  return [googleApp(google), microsoftApp(microsoft)].filter((app) => app !== undefined);
}

function googleApp({ clientId, clientSecret, apiBase, authorizeBase }: Registration): SignInApp | undefined {
  if (!clientId || !clientSecret) return undefined;
  const issuer = apiBase ?? 'https://accounts.google.com';
  return {
    provider: 'google',
    clientId,
    clientSecret,
    authorizeUrl: authorizeBase ?? `${issuer}/o/oauth2/v2/auth`,
    tokenUrl: apiBase ? `${apiBase}/token` : 'https://oauth2.googleapis.com/token',
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    isIssuer: (given) => given === issuer,
  };
}

function microsoftApp(registration: SignInAppSettings['microsoft']): SignInApp | undefined {
  const { clientId, clientSecret, apiBase, authorizeBase, tenant } = registration;
  if (!clientId || !clientSecret) return undefined;
  const base = apiBase ?? 'https://login.microsoftonline.com';
  return {
    provider: 'microsoft',
    clientId,
    clientSecret,
    authorizeUrl: authorizeBase ?? `${base}/${tenant}/oauth2/v2.0/authorize`,
    tokenUrl: `${base}/${tenant}/oauth2/v2.0/token`,
    discoveryUrl: `${base}/${tenant}/v2.0/.well-known/openid-configuration`,
    isIssuer: (given) => given.startsWith(`${base}/`) && given.endsWith('/v2.0'),
  };
}
