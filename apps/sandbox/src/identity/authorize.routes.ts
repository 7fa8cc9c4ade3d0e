import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type AuthorizeRequest, readAuthorizeRequest, type Way } from './authorize.request.ts';
import { chooseAccountPage, identityErrorPage, postAnswerPage } from './choose-account.page.ts';
import { getPlace, type IdentityDeps, toFields } from './issuer.ts';
import type { AuthorizeProblem } from './microsoft.errors.ts';
import { type Person, typedPerson } from './people.ts';
import type { Fields, Grant } from './provider.ts';

/** Serves the page that asks who a person is, and the actions of its buttons. */
export function authorizeRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  const { provider, config, issuer, now } = deps;
  const { authorize } = provider.paths;

  app.get(authorize, async (request, reply) => {
    const asked = readOrRefuse(request, reply);
    return asked ? showPeople(request, reply, asked) : reply;
  });

  app.post(authorize, async (request, reply) => {
    const asked = readOrRefuse(request, reply);
    if (!asked) return reply;
    const form = toFields(request.body);
    if (form.decision !== 'allow') return refuse(request, reply, { problem: 'denied', text: '', way: asked });
    const person = choosePerson(form, provider.people);
    if (!person)
      return showPeople(
        request,
        reply.code(400),
        asked,
        'Please enter an address, such as name@company.example.',
      );
    if (!provider.isMember(person, getPlace(request)))
      return showPeople(request, reply.code(400), asked, 'This organization has no such account.');
    const { scopes, nonce, isOffline } = asked;
    return sendBack(reply, asked, answer(request, asked, { person, scopes, nonce, isOffline }));
  });

  /** Returns the request, or replies with what is wrong with it. */
  function readOrRefuse(request: FastifyRequest, reply: FastifyReply): AuthorizeRequest | null {
    const place = getPlace(request);
    const misplaced = provider.refusePlace(place, { error: 'invalid_request', now: now() });
    if (misplaced) {
      const { error_description: text = '' } = misplaced.body as Fields;
      const lines = text.split('\r\n');
      reply
        .code(400)
        .type('text/html')
        .send(identityErrorPage(provider, { title: 'Sign in', lines }));
      return null;
    }
    const read = readAuthorizeRequest(request.query, deps);
    if (!('problem' in read)) return read;
    refuse(request, reply, read);
    return null;
  }

  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    { problem, text, way }: { problem: AuthorizeProblem; text: string; way: Way | null },
  ): FastifyReply {
    const refusal = provider.refuseAuthorize(problem, { text, place: getPlace(request), now: now() });
    if ('answer' in refusal && way) return sendBack(reply, way, refusal.answer);
    const page = 'page' in refusal ? refusal.page : { title: 'Sign in', lines: [] };
    return reply.code(400).type('text/html').send(identityErrorPage(provider, page));
  }

  function showPeople(
    request: FastifyRequest,
    reply: FastifyReply,
    { loginHint }: AuthorizeRequest,
    problem?: string,
  ): FastifyReply {
    const page = chooseAccountPage({
      provider,
      people: provider.findPeople(getPlace(request)),
      app: config.CLIENT_NAME,
      action: request.url,
      ...(loginHint !== undefined && { hint: loginHint }),
      ...(problem !== undefined && { problem }),
    });
    return reply.type('text/html').send(page);
  }

  /** Returns what the app asked for: a code, tokens, or several of them. */
  function answer(request: FastifyRequest, asked: AuthorizeRequest, grant: Grant): Record<string, string> {
    const place = getPlace(request);
    const { types, redirectUri, challenge } = asked;
    const tokens = types.includes('token')
      ? issuer.issueTokens({ ...grant, isOffline: false }, place.base)
      : null;
    return {
      ...(types.includes('code') && { code: issuer.issueCode({ grant, redirectUri, challenge }) }),
      ...(tokens && { access_token: tokens.access_token, token_type: tokens.token_type }),
      ...(types.includes('id_token') && {
        id_token: issuer.issueIdToken(grant, place.base, tokens?.access_token),
      }),
      ...provider.getAnswer(grant, place),
    };
  }
}

function choosePerson({ person, email, verified }: Fields, people: Person[]): Person | undefined {
  if (person !== 'typed') return people.find(({ id }) => id === person);
  const address = z.email().safeParse(email?.trim().toLowerCase());
  return address.success ? typedPerson(address.data, verified === 'yes') : undefined;
}

/** Sends the browser back to the app. */
function sendBack(reply: FastifyReply, way: Way, answer: Record<string, string>): FastifyReply {
  const fields = { ...answer, ...(way.state !== undefined && { state: way.state }) };
  if (way.mode === 'form_post')
    return reply.type('text/html').send(postAnswerPage({ action: way.redirectUri, fields }));
  const url = new URL(way.redirectUri);
  if (way.mode === 'fragment') url.hash = new URLSearchParams(fields).toString();
  else for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return reply.redirect(url.href, 303);
}
