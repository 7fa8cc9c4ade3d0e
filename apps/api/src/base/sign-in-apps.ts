import type { SignInProvider } from '@picksync/contracts';
import { httpUrl } from '@picksync/process';
import * as z from 'zod';

/** The settings of signing in with Google and Microsoft. A provider without an id and a secret is not offered. */
export const signInSettings = {
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_API_BASE: httpUrl().optional(),
  GOOGLE_AUTHORIZE_BASE: httpUrl().optional(),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[A-Za-z0-9.-]+$/, 'is common, organizations, consumers, or the id of a tenant')
    .default('common'),
  MICROSOFT_API_BASE: httpUrl().optional(),
  MICROSOFT_AUTHORIZE_BASE: httpUrl().optional(),
};

const shape = z.object(signInSettings);

const providerTimeoutMs = 10_000;

/** Returns the settings as the product uses them. The bases are addresses of a stand-in. */
export function toSignInConfig(env: z.output<typeof shape>) {
  const registration = (name: 'GOOGLE' | 'MICROSOFT') => ({
    clientId: env[`${name}_CLIENT_ID`],
    clientSecret: env[`${name}_CLIENT_SECRET`],
    apiBase: env[`${name}_API_BASE`],
    authorizeBase: env[`${name}_AUTHORIZE_BASE`],
  });
  return {
    timeoutMs: providerTimeoutMs,
    google: registration('GOOGLE'),
    microsoft: { ...registration('MICROSOFT'), tenant: env.MICROSOFT_TENANT },
  };
}

type SignInConfig = ReturnType<typeof toSignInConfig>;

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

/** Returns the providers that somebody can sign in with here, in the order in which they are offered. */
export function createSignInApps({ google, microsoft }: SignInConfig): SignInApp[] {
  return [toGoogleApp(google), toMicrosoftApp(microsoft)].filter((app) => app !== undefined);
}

function toGoogleApp(registration: SignInConfig['google']): SignInApp | undefined {
  const { clientId, clientSecret, apiBase, authorizeBase } = registration;
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

function toMicrosoftApp(registration: SignInConfig['microsoft']): SignInApp | undefined {
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
