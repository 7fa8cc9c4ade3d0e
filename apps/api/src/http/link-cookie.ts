// The types of request.cookies and reply.setCookie come with the plugin.
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type LinkCookie = ReturnType<typeof createLinkCookie>;

const lifeSeconds = 10 * 60;

/**
 * The cookie of a browser in which somebody has signed in at a provider, and still has to log in to the account with
 * that address.
 */
export function createLinkCookie(publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:');
  const name = secure ? '__Host-picksync-link' : 'picksync-link';
  const flags = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;

  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name]?.slice(0, 100),
    set: (reply: FastifyReply, token: string) =>
      reply.setCookie(name, token, { ...flags, maxAge: lifeSeconds }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, flags),
  };
}
