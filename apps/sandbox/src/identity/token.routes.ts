import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { idTokenOf, keySet } from './id-token.ts';
import type { IdentityDeps } from './identity.ts';
import { answerFault } from './identity-faults.ts';
import type { Provider } from './provider.ts';

type Fields = Record<string, string | undefined>;

const codeLifetimeMs = 10 * 60_000;

/** Serves the discovery document, the keys, the exchange of codes, and who a token is for. */
export function tokenRoutes(app: FastifyInstance, provider: Provider, deps: IdentityDeps): void {
  const { paths } = provider;

  app.get(paths.discovery, async (request, reply) => {
    if (answerFault(deps.faults.current.discovery, reply)) return reply;
    const { tenant = '' } = request.params as Fields;
    const urlOf = (path: string) => baseOf(request) + path.replace(':tenant', tenant);
    return {
      issuer: provider.issuer(baseOf(request)),
      authorization_endpoint: urlOf(paths.authorize),
      token_endpoint: urlOf(paths.token),
      userinfo_endpoint: urlOf(paths.userinfo),
      jwks_uri: urlOf(paths.keys),
      response_types_supported: ['code'],
      subject_types_supported: [provider.name === 'google' ? 'public' : 'pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      code_challenge_methods_supported: ['S256'],
    };
  });

  app.get(paths.keys, async (_request, reply) =>
    answerFault(deps.faults.current.keys, reply) ? reply : keySet(deps.keys()),
  );

  app.post(paths.token, async (request, reply) => {
    if (answerFault(deps.faults.current.token, reply)) return reply;
    const form = (request.body ?? {}) as Fields;
    if (!isClient(request, form)) return reply.code(401).send({ error: 'invalid_client' });
    const code = deps.codes.get(form.code ?? '');
    // A code is spent by the first who brings it, whether or not they can use it.
    deps.codes.delete(form.code ?? '');
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url');
    if (
      !code ||
      code.provider !== provider.name ||
      code.redirectUri !== form.redirect_uri ||
      code.challenge !== challenge ||
      deps.now().getTime() - code.at.getTime() > codeLifetimeMs
    )
      return reply.code(400).send({ error: 'invalid_grant', error_description: 'Bad code.' });
    const fault = deps.faults.current.idToken;
    const { person, nonce } = code;
    const grant = {
      provider,
      person,
      base: baseOf(request),
      clientId: deps.config.CLIENT_ID,
      nonce,
      now: deps.now(),
    };
    const accessToken = randomBytes(24).toString('base64url');
    deps.accessTokens.set(accessToken, person);
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 3599,
      scope: 'openid email profile',
      ...(fault !== 'missing' && { id_token: idTokenOf(grant, deps.keys(), fault) }),
    };
  });

  app.get(paths.userinfo, async (request, reply) => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const person = deps.accessTokens.get(token ?? '');
    return person ? provider.claimsOf(person) : reply.code(401).send({ error: 'invalid_token' });
  });

  function isClient({ headers }: FastifyRequest, form: Fields): boolean {
    const { CLIENT_ID, CLIENT_SECRET } = deps.config;
    const [, basic] = /^Basic (\S+)$/.exec(headers.authorization ?? '') ?? [];
    const [id = '', secret = ''] = basic
      ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
      : [form.client_id, form.client_secret];
    return id === CLIENT_ID && secret === CLIENT_SECRET;
  }
}

function baseOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`;
}
