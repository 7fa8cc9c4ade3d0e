import type { OAuth2Namespace } from '@fastify/oauth2';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../base/context.ts';
import type { SignInApp } from '../../base/sign-in-apps.ts';
import { type Identity, IdTokenError, readIdentity } from './identity.ts';
import { createProviderKeys } from './provider-keys.ts';
import { isNonce, keepState, type SignInIntent, stateMinutes, takeState, toNonce } from './sign-in-state.ts';

/** The result of a visit: the identity and its purpose; or why there is none, with the cause for the log. */
export type Visit =
  | { identity: Identity; intent: SignInIntent }
  | {
      outcome: 'denied' | 'expired' | 'unavailable' | 'failed';
      intent: SignInIntent | null;
      cause?: string;
    };

type Returned = { code?: string | undefined; state?: string | undefined; error?: string | undefined };

export type ProviderVisit = {
  /** Returns the address of the provider's page, and gives the browser what it has to bring back. */
  begin: (intent: SignInIntent, request: FastifyRequest, reply: FastifyReply) => Promise<string>;
  end: (returned: Returned, request: FastifyRequest, reply: FastifyReply) => Promise<Visit>;
};

/** Registers the plugin that speaks OAuth with one provider, and returns what the routes need of it. */
export function registerProviderVisit(
  app: FastifyInstance,
  signInApp: SignInApp,
  context: Context,
): ProviderVisit {
  const { provider } = signInApp;
  const name = `${provider}SignIn`;
  const isSecure = context.settings.publicOrigin.startsWith('https:');
  const stateCookie = `${isSecure ? '__Host-' : ''}picksync-${provider}-state`;
  const [authorize, token] = [new URL(signInApp.authorizeUrl), new URL(signInApp.tokenUrl)];
  // Loaded only where people sign in with a provider.
  app.register(import('@fastify/oauth2'), {
    name,
    scope: ['openid', 'email', 'profile'],
    credentials: {
      client: { id: signInApp.clientId, secret: signInApp.clientSecret },
      auth: {
        authorizeHost: authorize.origin,
        authorizePath: authorize.pathname,
        tokenHost: token.origin,
        tokenPath: token.pathname,
      },
      http: { timeout: context.settings.providerTimeoutMs, maxBytes: 256 * 1024 },
      options: { authorizationMethod: 'body' },
    },
    callbackUri: `${context.settings.publicOrigin}/api/auth/${provider}/callback`,
    pkce: 'S256',
    cookie: { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/', maxAge: stateMinutes * 60 },
    redirectStateCookieName: stateCookie,
    verifierCookieName: `${isSecure ? '__Host-' : ''}picksync-${provider}-verifier`,
  });
  const oauth = () => app.getDecorator<OAuth2Namespace>(name);
  const readKeys = createProviderKeys(signInApp, {
    now: context.now,
    timeoutMs: context.settings.providerTimeoutMs,
  });

  async function exchange(state: string, intent: SignInIntent, request: FastifyRequest, reply: FastifyReply) {
    try {
      const { token: tokens } = await oauth().getAccessTokenFromAuthorizationCodeFlow(request, reply);
      const idToken: unknown = (tokens as { id_token?: unknown }).id_token;
      if (typeof idToken !== 'string') throw new IdTokenError('There is no id token.');
      const found = await readKeys();
      const isOwnNonce = (nonce: unknown) => isNonce(context, { nonce, state });
      return {
        identity: await readIdentity(idToken, { app: signInApp, found, isOwnNonce, now: context.now() }),
        intent,
      };
    } catch (error) {
      return { ...toProblem(error), intent };
    }
  }

  return {
    async begin(intent, request, reply) {
      const url = new URL(await oauth().generateAuthorizationUri(request, reply));
      const state = url.searchParams.get('state') ?? '';
      await keepState(context, { provider, state, ...intent });
      url.searchParams.set('nonce', toNonce(context, state));
      url.searchParams.set('prompt', 'select_account');
      return url.href;
    },
    async end({ code, state, error }, request, reply) {
      // Only the browser that began has the cookie.
      if (!state || request.cookies[stateCookie] !== state) return { outcome: 'expired', intent: null };
      const intent = await takeState(context, { provider, state });
      if (!intent) return { outcome: 'expired', intent };
      if (error !== undefined || !code)
        return { outcome: toOutcome(error), intent, cause: 'The provider returned no code.' };
      return exchange(state, intent, request, reply);
    },
  };
}

/** Returns the outcome of a visit that returned without a code. */
function toOutcome(error: string | undefined): 'denied' | 'unavailable' | 'failed' {
  if (error === 'access_denied') return 'denied';
  return error === 'temporarily_unavailable' || error === 'server_error' ? 'unavailable' : 'failed';
}

/** Returns the kind of a problem. The provider's texts are not kept: they may hold the code or the secret. */
function toProblem(error: unknown): { outcome: 'expired' | 'unavailable' | 'failed'; cause: string } {
  if (error instanceof IdTokenError) return { outcome: 'failed', cause: error.message };
  const refusal = (error as { data?: { payload?: { error?: unknown } } }).data?.payload?.error;
  if (refusal === 'invalid_grant')
    return { outcome: 'expired', cause: 'The provider no longer takes the code.' };
  if (typeof refusal === 'string')
    return { outcome: 'failed', cause: 'The provider refused the exchange of the code.' };
  return { outcome: 'unavailable', cause: 'The provider could not be reached, or gave no usable answer.' };
}
