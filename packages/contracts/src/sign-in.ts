import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { userAct } from './endpoint-kinds.ts';
import { isoTime, rawReply } from './fields.ts';
import { timeZoneField } from './time-zones.ts';

/** What a person may sign in with besides a password. */
export const signInProviders = ['google', 'microsoft'] as const;

export type SignInProvider = (typeof signInProviders)[number];

export const signInProviderNames: Record<SignInProvider, string> = {
  google: 'Google',
  microsoft: 'Microsoft',
};

/** The results of signing in with a provider, as they stand in the URL that the browser is redirected to. A sign-in that succeeds has none: the browser goes to the page that the user wanted.
 */
export const providerOutcomes = [
  'denied',
  'expired',
  'unavailable',
  'failed',
  'no_address',
  'address_not_verified',
  'account_exists',
  'second_factor',
  'linked',
  'already_linked',
  'taken',
] as const;

export type ProviderOutcome = (typeof providerOutcomes)[number];

/** What an OAuth provider adds to the return address (RFC 6749, 4.1.2); it may add more. */
export const oauthReturnQuery = z.object({
  code: z.string().max(2048).optional(),
  state: z.string().max(2048).optional(),
  error: z.string().max(200).optional(),
  error_description: z.string().max(2000).optional(),
});

const startQuery = z.object({
  /** The path of our own site that the sign-in leads to; another address counts as not given. */
  redirect: z.string().max(1000).optional().catch(undefined),
  timeZone: timeZoneField,
});

/** Returns a page of a sign-in with a provider, to which the browser navigates. */
function signInPage<P extends `/api/${string}`, Q extends z.ZodObject>(path: P, query: Q) {
  return endpoint('GET', path, {
    query,
    reply: rawReply,
    access: 'public',
    raw: 'redirect',
    rate: 'strict',
    failTo: '/login?outcome=failed',
  });
}

const providerParams = z.strictObject({ provider: z.enum(signInProviders) });

const linkedProvider = z.object({
  provider: z.enum(signInProviders),
  isLinked: z.boolean(),
  /** The address that the provider gave, and when it was linked; null of links from before they were kept. */
  email: z.string().nullable(),
  linkedAt: isoTime.nullable(),
});

/** Signing in through an identity provider: the browser navigates to the start and comes back by the callback. */
export const signInEndpoints = {
  google: signInPage('/api/auth/google', startQuery),
  googleCallback: signInPage('/api/auth/google/callback', oauthReturnQuery),
  microsoft: signInPage('/api/auth/microsoft', startQuery),
  microsoftCallback: signInPage('/api/auth/microsoft/callback', oauthReturnQuery),
  /** The providers of this installation, and which of them open the caller's account. */
  providers: endpoint('GET', '/api/account/sign-in-providers', {
    reply: z.object({
      providers: z.array(linkedProvider),
      /** Whether there is a way in that no provider is needed for. */
      hasPassword: z.boolean(),
    }),
    access: 'user',
  }),
  /** The browser is to navigate to the address; the callback links the provider in this session. */
  link: endpoint('POST', '/api/account/sign-in-providers/:provider/link', {
    params: providerParams,
    reply: z.object({ authUrl: z.string() }),
    access: 'user',
  }),
  unlink: endpoint('DELETE', '/api/account/sign-in-providers/:provider', {
    ...userAct,
    params: providerParams,
  }),
};
