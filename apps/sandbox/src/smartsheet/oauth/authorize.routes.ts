import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import {
  consentErrorPage,
  consentPage,
  decisionButtons,
  escapeHtml,
  personChoice,
} from '../../console/consent-page.ts';
import type { SandboxDeps } from '../../deps.ts';
import { registerFormParser } from '../api/body-parsers.ts';
import { newSecret } from '../ids.ts';
import { type Account, allScopes, type Scope } from '../model.ts';

const codeLength = 17;
/** Just under ten minutes, as Smartsheet reports it. Milliseconds here, seconds for tokens. */
const codeLifetimeMs = 599_135;

/** Serves the authorize page and the actions of its two buttons. */
export function authorizeRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  registerFormParser(app);
  const validRequest = (request: FastifyRequest, reply: FastifyReply): AuthorizeRequest | null => {
    const reading = parseAuthorizeRequest(request.query as Fields, deps.config);
    if (reading.kind === 'consent') return reading.request;
    if (reading.kind === 'redirect') reply.redirect(reading.to);
    else
      reply
        .code(400)
        .type('text/html')
        .send(consentErrorPage({ message: reading.message, provider }));
    return null;
  };

  app.get('/b/authorize', async (request, reply) => {
    const authorize = validRequest(request, reply);
    if (!authorize) return reply;
    // The query of the form's action carries the request.
    const action = `/b/authorize${new URL(request.url, 'http://sandbox').search}`;
    return reply.type('text/html').send(toPage(deps, authorize.scopes, action));
  });

  app.post('/b/authorize', async (request, reply) => {
    const authorize = validRequest(request, reply);
    if (!authorize) return reply;
    const { account: accountId, decision } = (request.body ?? {}) as Fields;
    const account = deps.state.accounts.get(Number(accountId));
    if (decision !== 'allow' || !account) {
      return reply.redirect(redirectTo(authorize, { error: 'access_denied' }), 303);
    }
    const code = issueCode(deps, account, authorize);
    return reply.redirect(redirectTo(authorize, { code, expires_in: String(codeLifetimeMs) }), 303);
  });
}

function issueCode(
  { state, config, now, random, changes }: SandboxDeps,
  account: Account,
  { scopes, redirectUri }: AuthorizeRequest,
): string {
  const code = newSecret(random, codeLength);
  state.codes.set(code, {
    code,
    clientId: config.CLIENT_ID,
    accountId: account.id,
    scopes,
    redirectUri,
    expiresAt: now().getTime() + codeLifetimeMs,
  });
  changes.announce({});
  return code;
}

/** A valid authorize request. */
type AuthorizeRequest = { redirectUri: string; scopes: Scope[]; state: string | undefined };

type AuthorizeResult =
  | { kind: 'consent'; request: AuthorizeRequest }
  /** There is no valid URL to redirect to. */
  | { kind: 'error'; message: string }
  | { kind: 'redirect'; to: string };

type Fields = Record<string, string | undefined>;

/**
 * Parses the authorize request. The registered redirect URL counts; without one, the URL in the request. Scopes may be
 * missing, as in Smartsheet: the token then reads the user's own profile only.
 */
function parseAuthorizeRequest(fields: Fields, { CLIENT_ID, REDIRECT_URI }: Config): AuthorizeResult {
  if (fields.client_id !== CLIENT_ID) return errorResult('Unknown client id.');
  const redirectUri = REDIRECT_URI ?? fields.redirect_uri;
  if (!redirectUri || !URL.canParse(redirectUri)) return errorResult('The app has no redirect URL.');
  if (REDIRECT_URI && fields.redirect_uri && fields.redirect_uri !== REDIRECT_URI) {
    return errorResult('The redirect URL is not the one registered for the app.');
  }
  const { state } = fields;
  const redirectWithError = (error: string): AuthorizeResult => ({
    kind: 'redirect',
    to: redirectTo({ redirectUri, state }, { error }),
  });
  if (fields.response_type !== 'code') return redirectWithError('unsupported_response_type');
  const scopeNames = (fields.scope ?? '').split(/[\s,]+/).filter(Boolean);
  const scopes = allScopes.filter((scope) => scopeNames.includes(scope));
  if (scopes.length < new Set(scopeNames).size) return redirectWithError('invalid_scope');
  return { kind: 'consent', request: { redirectUri, scopes, state } };
}

function errorResult(message: string): AuthorizeResult {
  return { kind: 'error', message };
}

/** Returns the redirect URL with the parameters of the response. `state` is returned unchanged. */
function redirectTo(
  { redirectUri, state }: Pick<AuthorizeRequest, 'redirectUri' | 'state'>,
  params: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}

const provider = 'Smartsheet';

const scopeDescriptions: Partial<Record<Scope, string>> = {
  READ_SHEETS: 'See your sheets',
  WRITE_SHEETS: 'Change the rows of your sheets',
  ADMIN_SHEETS: 'Change the columns of your sheets',
  ADMIN_WEBHOOKS: 'Get notified when your sheets change',
};

const checkIcon =
  '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg>';

/** Returns the page that asks for permission and for the account. */
function toPage({ config, state }: SandboxDeps, scopes: Scope[], action: string): string {
  const name = escapeHtml(config.CLIENT_NAME);
  const descriptions = scopes.map((scope) => scopeDescriptions[scope] ?? scope);
  const grants = (scopes.length > 0 ? descriptions : ['See your name and email address']).map(
    (text) => `<li>${checkIcon}${escapeHtml(text)}</li>`,
  );
  const choices = [...state.accounts.values()].map(({ id, firstName, lastName, email }, n) =>
    personChoice({
      name: 'account',
      value: String(id),
      label: `${firstName} ${lastName}`,
      caption: email,
      isChecked: n === 0,
    }),
  );
  // Allow comes first, so the Enter key presses it.
  return consentPage({
    title: 'Allow access',
    provider,
    body: `<h1>Allow access to Smartsheet?</h1>
<p class="muted"><b>${name}</b> asks to work with your sheets.</p>
<form method="post" action="${escapeHtml(action)}">
<fieldset><legend>Account</legend>${choices.join('')}</fieldset>
<div class="grants"><h2>${name} will be able to</h2><ul>${grants.join('')}</ul></div>
${decisionButtons}
</form>`,
  });
}
