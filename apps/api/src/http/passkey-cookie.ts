// The types of request.cookies and reply.setCookie come with the plugin.
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type PasskeyCookie = ReturnType<typeof createPasskeyCookie>;

const lifeSeconds = 10 * 60;

/** The cookie that binds a passkey's challenge to one browser: signatures from another one are refused. */
export function createPasskeyCookie(publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:');
  const name = secure ? '__Host-picksync-passkey' : 'picksync-passkey';
  const flags = { httpOnly: true, sameSite: 'strict', secure, path: '/', maxAge: lifeSeconds } as const;
  const read = (request: FastifyRequest): string | undefined => request.cookies[name]?.slice(0, 100);

  return {
    read,
    /** Returns the secret of a browser, a new one where it has none. Its tabs share it. */
    keep: (request: FastifyRequest, reply: FastifyReply, newSecret: () => string): string => {
      const secret = read(request) ?? newSecret();
      reply.setCookie(name, secret, flags);
      return secret;
    },
  };
}
