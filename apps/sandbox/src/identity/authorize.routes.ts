import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { chooseAccountPage, identityErrorPage, postAnswerPage } from './choose-account.page.ts';
import { getPlace, type IdentityDeps, toFields } from './issuer.ts';
import type { AuthorizeProblem } from './microsoft.errors.ts';
import { type Person, typedPerson } from './people.ts';
import type { Fields, Grant } from './provider.ts';

type ResponseMode = 'query' | 'fragment' | 'form_post';

/** A request for a person's permission. */
type AuthorizeRequest = {
  redirectUri: string;
  state: string | undefined;
  mode: ResponseMode;
  /** What is asked for: a code, tokens, or several of them. */
  types: string[];
  scopes: string[];
  nonce: string | undefined;
  challenge: { text: string; isHashed: boolean } | null;
  isOffline: boolean;
  loginHint: string | undefined;
};

/** Where an answer goes; null while it is not known to be the app's own address. */
type Way = Pick<AuthorizeRequest, 'redirectUri' | 'state' | 'mode'>;
type FlawedRequest = { problem: AuthorizeProblem; text: string; way: Way | null };

const modes: ResponseMode[] = ['query', 'fragment', 'form_post'];
const localHosts = ['localhost', '127.0.0.1', '[::1]'];

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

function sendBack(reply: FastifyReply, way: Way, answer: Record<string, string>): FastifyReply {
  const fields = { ...answer, ...(way.state !== undefined && { state: way.state }) };
  if (way.mode === 'form_post')
    return reply.type('text/html').send(postAnswerPage({ action: way.redirectUri, fields }));
  const url = new URL(way.redirectUri);
  if (way.mode === 'fragment') url.hash = new URLSearchParams(fields).toString();
  else for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return reply.redirect(url.href, 303);
}

/** Returns what a query asks for, or what is wrong with it. */
function readAuthorizeRequest(
  query: unknown,
  { config, provider }: IdentityDeps,
): AuthorizeRequest | FlawedRequest {
  const fields = toFields(query);
  const { client_id: clientId, redirect_uri: redirectUri, state, scope, prompt, nonce } = fields;
  const flawed = (problem: AuthorizeProblem, text = '', way: Way | null = null) => ({ problem, text, way });
  if (!clientId) return flawed('no_client');
  if (clientId !== config.CLIENT_ID) return flawed('unknown_client', clientId);
  if (!redirectUri) return flawed('no_redirect');
  if (!isRegistered(redirectUri, config.SIGN_IN_REDIRECT_URIS)) return flawed('other_redirect', redirectUri);

  const types = fields.response_type?.split(' ') ?? [];
  const given = modes.find((mode) => mode === fields.response_mode);
  const isCodeOnly = types.every((type) => type === 'code');
  const way: Way = { redirectUri, state, mode: given ?? (isCodeOnly ? 'query' : 'fragment') };
  const refuse = (problem: AuthorizeProblem, text?: string) => flawed(problem, text, way);
  if (!fields.response_type) return refuse('no_response_type');
  if (!isOneOf(fields.response_type, provider.responseTypes))
    return refuse('other_response_type', fields.response_type);
  if (fields.response_mode && (!given || (given === 'query' && !isCodeOnly)))
    return refuse('other_response_mode', fields.response_mode);
  const scopes = scope?.split(/\s+/).filter((name) => name !== '') ?? [];
  if (scopes.length === 0) return refuse('no_scope');
  const unknown = scopes.find((name) => !provider.isScope(name));
  if (unknown) return refuse('unknown_scope', unknown);
  if (types.includes('id_token') && !nonce) return refuse('no_nonce');
  if (prompt && !provider.isPrompt(prompt)) return refuse('other_prompt', prompt);
  const { code_challenge: challenge, code_challenge_method: method = 'plain' } = fields;
  if (method !== 'plain' && method !== 'S256') return refuse('other_challenge_method', method);
  if (challenge ? !/^[\w.~-]{43,128}$/.test(challenge) : fields.code_challenge_method)
    return refuse('bad_challenge');
  if (prompt === 'none') return refuse('not_signed_in');
  return {
    ...way,
    types,
    scopes,
    nonce,
    challenge: challenge ? { text: challenge, isHashed: method === 'S256' } : null,
    isOffline: provider.isOffline(fields, scopes),
    loginHint: fields.login_hint?.trim().toLowerCase(),
  };
}

/** Returns whether a response type is in a list, whatever the order of its words. */
function isOneOf(type: string, types: string[]): boolean {
  const sort = (text: string) => text.split(' ').sort().join(' ');
  return types.map(sort).includes(sort(type));
}

/** Returns whether an address is the app's; where none was registered, any of this machine is. */
function isRegistered(address: string, registered: string[]): boolean {
  if (registered.length > 0) return registered.includes(address);
  return URL.canParse(address) && localHosts.includes(new URL(address).hostname);
}
