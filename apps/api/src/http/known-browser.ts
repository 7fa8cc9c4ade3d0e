// The types of request.cookies and reply.setCookie come with the plugin.
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type KnownBrowserCookie = ReturnType<typeof createKnownBrowserCookie>;

const halfAYearSeconds = 180 * 24 * 3600;
const form = /^[\w-]{43}$/;

/**
 * Creates the cookie by which we recognise a browser in which somebody has signed in before. It gives no access: the
 * login counts the tries from such a browser separately, so that strangers who guess cannot lock out the owner, and a
 * sign-in from any other browser is reported by mail.
 */
export function createKnownBrowserCookie(publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:');
  const name = secure ? '__Host-picksync-browser' : 'picksync-browser';
  const flags = { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: halfAYearSeconds } as const;

  return {
    /** Returns the token of a browser; undefined where it has none, or none that we made. */
    read(request: FastifyRequest): string | undefined {
      const token = request.cookies[name];
      return token !== undefined && form.test(token) ? token : undefined;
    },
    set: (reply: FastifyReply, token: string) => reply.setCookie(name, token, flags),
  };
}
