// The types of request.cookies and reply.setCookie come with the plugin.
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';

export type SessionCookie = ReturnType<typeof createSessionCookie>;

/**
 * The cookie that carries a session. On https its name begins with `__Host-`: a browser accepts such a cookie only when
 * it is secure, for this host alone and for every path, so no other subdomain can set one.
 */
export function createSessionCookie(publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:');
  const name = secure ? '__Host-picksync' : 'picksync';
  const flags = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;

  return {
    name,
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    set: (reply: FastifyReply, token: string, expiresAt: Date) =>
      reply.setCookie(name, token, { ...flags, expires: expiresAt }),
    /** Returns the cookie of a caller's session; undefined where the request has none, or that of another session. */
    of: (caller: Caller, request: FastifyRequest): string | undefined =>
      caller.hasCookie ? request.cookies[name] : undefined,
    clear: (reply: FastifyReply) => reply.clearCookie(name, flags),
  };
}
