import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '../../parts.ts';
import { newSecret } from '../ids.ts';
import type { Account, AuthCode } from '../model.ts';
import { authorizePage, refusalPage } from './authorize.page.ts';
import { type AuthorizeRequest, readAuthorize, redirectTo } from './authorize.request.ts';

const CODE_LENGTH = 17;
/** Ten minutes less what the way takes, as the provider answers it. Milliseconds here, seconds for tokens. */
const CODE_LIFETIME_MS = 599_135;

type Fields = Record<string, string | undefined>;

/** The page a browser is sent to, and what its two buttons do. */
export function authorizeRoutes(app: FastifyInstance, parts: Parts): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );

  const asked = (request: FastifyRequest, reply: FastifyReply): AuthorizeRequest | null => {
    const reading = readAuthorize(request.query as Fields, parts.config);
    if (reading.kind === 'ask') return reading.request;
    if (reading.kind === 'redirect') reply.redirect(reading.to);
    else reply.code(400).type('text/html').send(refusalPage(reading.message));
    return null;
  };

  app.get('/b/authorize', async (request, reply) => {
    const wanted = asked(request, reply);
    if (!wanted) return reply;
    const { search } = new URL(request.url, 'http://sandbox');
    const accounts = [...parts.state.accounts.values()];
    const page = authorizePage({
      app: parts.config.CLIENT_NAME,
      accounts,
      scopes: wanted.scopes,
      action: `/b/authorize${search}`,
    });
    return reply.type('text/html').send(page);
  });

  app.post('/b/authorize', async (request, reply) => {
    const wanted = asked(request, reply);
    if (!wanted) return reply;
    const { account: accountId, decision } = (request.body ?? {}) as Fields;
    const account = parts.state.accounts.get(Number(accountId));
    if (decision !== 'allow' || !account) {
      return reply.redirect(redirectTo(wanted, { error: 'access_denied' }), 303);
    }
    const { code } = issueCode(parts, { account, wanted });
    return reply.redirect(redirectTo(wanted, { code, expires_in: String(CODE_LIFETIME_MS) }), 303);
  });
}

function issueCode(
  { state, config, now, random, changes }: Parts,
  { account, wanted }: { account: Account; wanted: AuthorizeRequest },
): AuthCode {
  const code: AuthCode = {
    code: newSecret(random, CODE_LENGTH),
    clientId: config.CLIENT_ID,
    accountId: account.id,
    scopes: wanted.scopes,
    redirectUri: wanted.redirectUri,
    expiresAt: now().getTime() + CODE_LIFETIME_MS,
  };
  state.codes.set(code.code, code);
  changes.announce({});
  return code;
}
