import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consentErrorPage } from '../../console/consent-page.ts';
import type { SandboxDeps } from '../../deps.ts';
import { registerFormParser } from '../api/body-parsers.ts';
import { newSecret } from '../ids.ts';
import type { Account } from '../model.ts';
import { authorizePage, provider } from './authorize.page.ts';
import {
  type AuthorizeRequest,
  type Fields,
  parseAuthorizeRequest,
  redirectTo,
} from './authorize.request.ts';

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
    const page = authorizePage({
      app: deps.config.CLIENT_NAME,
      accounts: [...deps.state.accounts.values()],
      scopes: authorize.scopes,
      action: `/b/authorize${new URL(request.url, 'http://sandbox').search}`,
    });
    return reply.type('text/html').send(page);
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
