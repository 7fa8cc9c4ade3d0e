import { createHash, createVerify } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { answerFault } from './identity-faults.ts';
import { getPlace, type IdentityDeps, toFields } from './issuer.ts';
import type { TokenProblem } from './microsoft.errors.ts';
import type { Fields, Grant } from './provider.ts';

type Found = { grant: Grant } | { problem: TokenProblem; text?: string };

/** Serves the exchange of codes and refresh tokens for tokens. */
export function tokenRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  const { provider, issuer, now } = deps;

  app.post(provider.paths.token, async (request, reply) => {
    if (answerFault(deps.faults.current.token, reply)) return reply;
    const place = getPlace(request);
    const misplaced = provider.refusePlace(place, { error: 'invalid_request', now: now() });
    if (misplaced) return reply.code(misplaced.status).send(misplaced.body);
    const found = findGrant(toFields(request.body), request.headers.authorization, deps);
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
    if ('grant' in found) return issuer.issueTokens(found.grant, place.base);
    const { problem, text = '' } = found;
    const { status, body } = provider.refuseToken(problem, { text, place, now: now() });
    return reply.code(status).send(body);
  });
}

/** Returns what a form entitles to, or what is wrong with it. */
function findGrant(form: Fields, authorization: string | undefined, deps: IdentityDeps): Found {
  const type = form.grant_type;
  if (!type) return { problem: 'no_grant_type' };
  if (type !== 'authorization_code' && type !== 'refresh_token')
    return { problem: 'other_grant_type', text: type };
  const stranger = findClientProblem(form, authorization, deps);
  if (stranger) return stranger;
  if (type === 'authorization_code') return takeCode(form, deps);
  if (!form.refresh_token) return { problem: 'missing_field', text: 'refresh_token' };
  const grant = deps.issuer.findRefreshable(form.refresh_token);
  // Google's refresh token stays the same one; Microsoft's answer has the next.
  if (!grant) return { problem: 'bad_refresh_token' };
  return { grant: { ...grant, isOffline: deps.provider.name === 'microsoft' } };
}

function findClientProblem(form: Fields, authorization: string | undefined, { config }: IdentityDeps) {
  const [, basic] = /^Basic (\S+)$/i.exec(authorization ?? '') ?? [];
  const [id, secret] = basic
    ? Buffer.from(basic, 'base64').toString().split(':').map(decode)
    : [form.client_id, form.client_secret];
  if (!id) return { problem: 'no_client' } as const;
  if (id !== config.CLIENT_ID) return { problem: 'unknown_client', text: id } as const;
  if (!secret) return { problem: 'no_secret' } as const;
  return secret === config.CLIENT_SECRET ? null : ({ problem: 'wrong_secret', text: id } as const);
}

/** Returns a text of the header, which is written as in a form. */
function decode(text: string): string {
  return new URLSearchParams(`text=${text}`).get('text') ?? '';
}

function takeCode(form: Fields, { provider, issuer }: IdentityDeps): Found {
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = form;
  if (!code) return { problem: 'missing_field', text: 'code' };
  if (!redirectUri) return { problem: 'missing_field', text: 'redirect_uri' };
  if (!code.startsWith(provider.prefixes.code)) return { problem: 'bad_code' };
  const issued = issuer.findCode(code);
  issuer.spendCode(code);
  if (!issued) return { problem: 'unknown_code' };
  if (issued.isUsed) return { problem: 'used_code' };
  if (issued.isExpired) return { problem: 'expired_code' };
  if (issued.redirectUri !== redirectUri) return { problem: 'other_redirect', text: redirectUri };
  const { challenge, grant } = issued;
  if (!challenge) return verifier === undefined ? { grant } : { problem: 'needless_verifier' };
  if (verifier === undefined) return { problem: 'no_verifier' };
  const proof = challenge.isHashed ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return proof === challenge.text ? { grant } : { problem: 'wrong_verifier' };
}

/** Serves what Google alone has: taking tokens back, reading one for whoever debugs, and codes for devices. */
export function googleTokenRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  const { issuer, provider, config, keys, now } = deps;
  app.post('/google/revoke', async (request, reply) => {
    const { token } = { ...toFields(request.query), ...toFields(request.body) };
    if (token && issuer.revoke(token)) return {};
    return reply.code(400).send({ error: 'invalid_token', error_description: 'Token expired or revoked' });
  });

  app.get('/google/tokeninfo', async (request, reply) => {
    const { id_token: token = '', access_token: accessToken } = toFields(request.query);
    const claims = accessToken === undefined ? readIdToken(token) : readAccessToken(accessToken);
    if (claims && Number(claims.exp) * 1000 > now().getTime()) return claims;
    return reply.code(400).send({ error: 'invalid_token', error_description: 'Invalid Value' });
  });

  // The app is registered as one on a server.
  app.post('/google/device/code', async (_request, reply) =>
    reply.code(401).send({ error: 'invalid_client', error_description: 'Invalid client type.' }),
  );

  /** Returns what an access token is for, as texts. */
  function readAccessToken(token: string): Record<string, string> | null {
    const found = issuer.findToken(token);
    if (!found) return null;
    const { grant, until } = found;
    const { sub, email, email_verified } = Object(provider.toUserinfo(grant));
    return {
      azp: config.CLIENT_ID,
      aud: config.CLIENT_ID,
      sub,
      scope: provider.writeScopes(grant.scopes),
      exp: String(Math.floor(until / 1000)),
      expires_in: String(Math.floor((until - now().getTime()) / 1000)),
      ...(email && { email, email_verified: String(email_verified) }),
      access_type: grant.isOffline ? 'offline' : 'online',
    };
  }

  /** Returns the claims of a token that one of the published keys signed, as texts. */
  function readIdToken(token: string): Record<string, string> | null {
    const [head = '', claims = '', signature = ''] = token.split('.');
    const isSigned = keys.published.some(({ publicKey }) =>
      createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url'),
    );
    if (!isSigned) return null;
    const parts = [claims, head].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    const texts = Object.entries(Object.assign({}, ...parts)).map(([key, value]) => [key, String(value)]);
    return Object.fromEntries(texts);
  }
}
