import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxDeps } from '../../deps.ts';
import { newSecret } from '../ids.ts';
import type { Account, AuthCode } from '../model.ts';
import { authorizePage, errorPage } from './authorize.page.ts';
import { type AuthorizeRequest, parseAuthorizeRequest, redirectTo } from './authorize.request.ts';

const codeLength = 17;
/** Just under ten minutes, as Smartsheet reports it. Milliseconds here, seconds for tokens. */
const codeLifetimeMs = 599_135;

type Fields = Record<string, string | undefined>;

/** Serves the authorize page and the actions of its two buttons. */
export function authorizeRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );

  const validRequest = (request: FastifyRequest, reply: FastifyReply): AuthorizeRequest | null => {
    const reading = parseAuthorizeRequest(request.query as Fields, deps.config);
    if (reading.kind === 'consent') return reading.request;
    if (reading.kind === 'redirect') reply.redirect(reading.to);
    else reply.code(400).type('text/html').send(errorPage(reading.message));
    return null;
  };

  app.get('/b/authorize', async (request, reply) => {
    const authorize = validRequest(request, reply);
    if (!authorize) return reply;
    const { search } = new URL(request.url, 'http://sandbox');
    const accounts = [...deps.state.accounts.values()];
    const page = authorizePage({
      app: deps.config.CLIENT_NAME,
      accounts,
      scopes: authorize.scopes,
      action: `/b/authorize${search}`,
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
    const { code } = issueCode(deps, { account, authorize });
    return reply.redirect(redirectTo(authorize, { code, expires_in: String(codeLifetimeMs) }), 303);
  });
}

function issueCode(
  { state, config, now, random, changes }: SandboxDeps,
  { account, authorize }: { account: Account; authorize: AuthorizeRequest },
): AuthCode {
  const code: AuthCode = {
    code: newSecret(random, codeLength),
    clientId: config.CLIENT_ID,
    accountId: account.id,
    scopes: authorize.scopes,
    redirectUri: authorize.redirectUri,
    expiresAt: now().getTime() + codeLifetimeMs,
  };
  state.codes.set(code.code, code);
  changes.announce({});
  return code;
}
