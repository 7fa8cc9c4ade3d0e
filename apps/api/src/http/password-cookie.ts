// The types of request.cookies and reply.setCookie come with the plugin.
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type PasswordCookie = ReturnType<typeof createPasswordCookie>;

const monthSeconds = 30 * 24 * 3600;

/**
 * Creates the cookie that proves that the password of an unverified account was set in this browser. It signs nobody in: it
 * decides whether that password counts once the address is verified.
 */
export function createPasswordCookie(publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:');
  const name = secure ? '__Host-picksync-password' : 'picksync-password';
  const flags = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;

  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    set: (reply: FastifyReply, proof: string) =>
      reply.setCookie(name, proof, { ...flags, maxAge: monthSeconds }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, flags),
  };
}
