// The types of request.cookies and reply.setCookie come with the plugin.
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type SecondFactorCookie = ReturnType<typeof createSecondFactorCookie>;

/**
 * The cookie of a login that still waits for its second factor. It is separate from the session's cookie: a user who is
 * signed in stays so until the new login is complete.
 */
export function createSecondFactorCookie(publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:');
  const name = secure ? '__Host-picksync-second-factor' : 'picksync-second-factor';
  const flags = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;

  return {
    name,
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    set: (reply: FastifyReply, { token, expiresAt }: { token: string; expiresAt: Date }) =>
      reply.setCookie(name, token, { ...flags, expires: expiresAt }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, flags),
  };
}
