// The types of request.cookies and reply.setCookie come with the plugin.
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Cookies = ReturnType<typeof createCookies>;

const minuteSeconds = 60;
const daySeconds = 24 * 3600;
/** How many accounts a browser is recognized for: those that signed in last. */
const maxBrowserTokens = 5;
const browserTokensForm = /^[\w-]{43}(?:\.[\w-]{43}){0,4}$/;

/**
 * Creates the cookies of an installation. On https their names begin with `__Host-`: a browser accepts such a cookie only
 * when it is secure, for this host alone and for every path, so no other subdomain can set one.
 */
export function createCookies(publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:');
  const cookie = (suffix: string, sameSite: 'lax' | 'strict' = 'lax') =>
    createCookie(suffix, { secure, sameSite });
  return {
    session: sessionCookie(cookie('')),
    secondFactor: secondFactorCookie(cookie('-second-factor')),
    passkey: passkeyCookie(cookie('-passkey', 'strict')),
    password: passwordCookie(cookie('-password')),
    link: linkCookie(cookie('-link')),
    recognizedDevice: recognizedDeviceCookie(cookie('-browser')),
  };
}

type Cookie = ReturnType<typeof createCookie>;

function createCookie(suffix: string, { secure, sameSite }: { secure: boolean; sameSite: 'lax' | 'strict' }) {
  const name = secure ? `__Host-picksync${suffix}` : `picksync${suffix}`;
  const flags = { httpOnly: true, sameSite, secure, path: '/' } as const;
  return {
    name,
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    set: (reply: FastifyReply, value: string, life: { expires: Date } | { maxAge: number }) =>
      reply.setCookie(name, value, { ...flags, ...life }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, flags),
  };
}

/** Carries a session. */
function sessionCookie(cookie: Cookie) {
  return {
    ...cookie,
    set: (reply: FastifyReply, token: string, expires: Date) => cookie.set(reply, token, { expires }),
    /** Returns the cookie of a caller's session; undefined where the request has none, or that of another session. */
    of: ({ hasCookie }: { hasCookie: boolean }, request: FastifyRequest): string | undefined =>
      hasCookie ? cookie.read(request) : undefined,
  };
}

/**
 * Carries a login that still waits for its second factor. It is separate from the session's cookie: a user who is signed in
 * stays so until the new login is complete.
 */
function secondFactorCookie(cookie: Cookie) {
  return {
    ...cookie,
    set: (reply: FastifyReply, { token, expiresAt: expires }: { token: string; expiresAt: Date }) =>
      cookie.set(reply, token, { expires }),
  };
}

/** Binds a passkey's challenge to one browser: signatures from another one are refused. */
function passkeyCookie({ read: readAll, set }: Cookie) {
  const read = (request: FastifyRequest) => readAll(request)?.slice(0, 100);
  return {
    read,
    /** Returns the secret of a browser, a new one where it has none. Its tabs share it. */
    keep: (request: FastifyRequest, reply: FastifyReply, newSecret: () => string): string => {
      const secret = read(request) ?? newSecret();
      set(reply, secret, { maxAge: 10 * minuteSeconds });
      return secret;
    },
  };
}

/**
 * Proves that the password of an unverified account was set in this browser. It signs nobody in: it decides whether that
 * password counts once the address is verified.
 */
function passwordCookie(cookie: Cookie) {
  return {
    ...cookie,
    set: (reply: FastifyReply, proof: string) => cookie.set(reply, proof, { maxAge: 30 * daySeconds }),
  };
}

/** Marks a browser in which somebody has signed in at a provider, and still has to log in to the account with that address. */
function linkCookie(cookie: Cookie) {
  return {
    ...cookie,
    read: (request: FastifyRequest) => cookie.read(request)?.slice(0, 100),
    set: (reply: FastifyReply, token: string) => cookie.set(reply, token, { maxAge: 10 * minuteSeconds }),
  };
}

/**
 * Recognizes a browser in which somebody has signed in before: one token for each account, the latest first. It gives no
 * access: the login counts the tries from such a browser separately, so that strangers who guess cannot lock out the owner,
 * and a sign-in from any other browser is reported by mail.
 */
function recognizedDeviceCookie({ read, set }: Cookie) {
  return {
    /** Returns the tokens of a browser; none if the cookie is missing or malformed. */
    read(request: FastifyRequest): string[] {
      const value = read(request);
      return value !== undefined && browserTokensForm.test(value) ? value.split('.') : [];
    },
    set: (reply: FastifyReply, tokens: readonly string[]) =>
      set(reply, tokens.slice(0, maxBrowserTokens).join('.'), { maxAge: 180 * daySeconds }),
  };
}
