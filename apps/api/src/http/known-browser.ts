import { timingSafeEqual } from 'node:crypto';
// The types of request.cookies and reply.setCookie come with the plugin.
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyedHash } from '../keyed-hash.ts';

export type KnownBrowser = ReturnType<typeof createKnownBrowser>;

const halfAYearSeconds = 180 * 24 * 3600;

/**
 * Creates the cookie that says for which address somebody has signed in in this browser before. It gives no access: the login
 * counts the tries from such a browser apart, so that strangers who guess cannot lock the owner out.
 */
export function createKnownBrowser({
  publicOrigin,
  keyedHash,
}: {
  publicOrigin: string;
  keyedHash: KeyedHash;
}) {
  const secure = publicOrigin.startsWith('https:');
  const name = secure ? '__Host-picksync-known' : 'picksync-known';
  const flags = { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: halfAYearSeconds } as const;
  const valueFor = (email: string) => keyedHash('known-browser', email);

  return {
    knows(request: FastifyRequest, email: string): boolean {
      const given = Buffer.from(request.cookies[name] ?? '');
      const expected = Buffer.from(valueFor(email));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    remember: (reply: FastifyReply, email: string) => reply.setCookie(name, valueFor(email), flags),
  };
}
