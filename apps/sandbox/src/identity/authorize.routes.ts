import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { chooseAccountPage, identityErrorPage } from './choose-account.page.ts';
import type { IdentityDeps } from './identity.ts';
import { type Person, typedPerson } from './people.ts';
import type { Provider } from './provider.ts';

type Fields = Record<string, string | undefined>;

type AuthorizeRequest = {
  redirectUri: string;
  state: string | undefined;
  nonce: string | undefined;
  challenge: string;
};

/** Serves the page that asks who a person is, and the actions of its buttons. */
export function authorizeRoutes(app: FastifyInstance, provider: Provider, deps: IdentityDeps): void {
  const { authorize } = provider.paths;
  const render = (request: FastifyRequest, reply: FastifyReply, problem?: string) =>
    reply.type('text/html').send(
      chooseAccountPage({
        provider,
        app: deps.config.CLIENT_NAME,
        action: request.url,
        ...(problem !== undefined && { problem }),
      }),
    );

  app.get(authorize, async (request, reply) =>
    validRequest(request, reply) ? render(request, reply) : reply,
  );

  app.post(authorize, async (request, reply) => {
    const authorization = validRequest(request, reply);
    if (!authorization) return reply;
    const form = (request.body ?? {}) as Fields;
    if (form.decision !== 'allow')
      return reply.redirect(back(authorization, { error: 'access_denied' }), 303);
    const person = chosenPerson(form);
    if (!person)
      return render(request, reply.code(400), 'Please enter an address, such as name@company.example.');
    const code = randomBytes(24).toString('base64url');
    const { redirectUri, nonce, challenge } = authorization;
    deps.codes.set(code, { provider: provider.name, person, redirectUri, nonce, challenge, at: deps.now() });
    return reply.redirect(back(authorization, { code }), 303);
  });

  function chosenPerson({ person, email, verified }: Fields): Person | undefined {
    if (person !== 'typed') return provider.people.find(({ id }) => id === person);
    const address = z.email().safeParse(email?.trim().toLowerCase());
    return address.success ? typedPerson(address.data, verified === 'yes') : undefined;
  }

  /** Returns the request, or replies with what is wrong with it. Both providers require what is required here. */
  function validRequest(request: FastifyRequest, reply: FastifyReply): AuthorizeRequest | null {
    const fields = request.query as Fields;
    const { redirect_uri: redirectUri, state, nonce, code_challenge: challenge } = fields;
    const refuse = (message: string) => {
      reply.code(400).type('text/html').send(identityErrorPage(provider, message));
      return null;
    };
    if (fields.client_id !== deps.config.CLIENT_ID) return refuse('Unknown client id.');
    if (!redirectUri || !URL.canParse(redirectUri)) return refuse('The app has no redirect URL.');
    if (fields.response_type !== 'code') return refuse('The response type has to be code.');
    if (!fields.scope?.split(' ').includes('openid')) return refuse('The scope has to contain openid.');
    if (!challenge || fields.code_challenge_method !== 'S256') return refuse('PKCE with S256 is required.');
    return { redirectUri, state, nonce, challenge };
  }
}

function back({ redirectUri, state }: AuthorizeRequest, answer: Record<string, string>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, ...(state !== undefined && { state }) }))
    url.searchParams.set(name, value);
  return url.href;
}
