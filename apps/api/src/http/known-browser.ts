// The types of request.cookies and reply.setCookie come with the plugin.
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type KnownBrowserCookie = ReturnType<typeof createKnownBrowserCookie>;

const halfAYearSeconds = 180 * 24 * 3600;
/** How many accounts a browser is recognised for: those that signed in last. */
const maxTokens = 5;
const form = /^[\w-]{43}(?:\.[\w-]{43}){0,4}$/;

/**
 * Creates the cookie by which we recognise a browser in which somebody has signed in before: one token for each account,
 * the latest first. It gives no access: the login counts the tries from such a browser separately, so that strangers who
 * guess cannot lock out the owner, and a sign-in from any other browser is reported by mail.
 */
export function createKnownBrowserCookie(publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:');
  const name = secure ? '__Host-picksync-browser' : 'picksync-browser';
  const flags = { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: halfAYearSeconds } as const;

  return {
    /** Returns the tokens of a browser; none if the cookie is missing or malformed. */
    read(request: FastifyRequest): string[] {
      const value = request.cookies[name];
      return value !== undefined && form.test(value) ? value.split('.') : [];
    },
    set: (reply: FastifyReply, tokens: readonly string[]) =>
      reply.setCookie(name, tokens.slice(0, maxTokens).join('.'), flags),
  };
}
