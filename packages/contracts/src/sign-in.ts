import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { rawReply } from './fields.ts';

/** What an OAuth provider adds to the return address (RFC 6749, 4.1.2); it may add more. */
export const oauthReturnQuery = z.object({
  code: z.string().max(2048).optional(),
  state: z.string().max(2048).optional(),
  error: z.string().max(200).optional(),
  error_description: z.string().max(2000).optional(),
});

function start<P extends `/api/${string}`>(path: P) {
  return endpoint({
    method: 'GET',
    path,
    reply: rawReply,
    access: 'public',
    raw: 'redirect',
    notImplemented: true,
  });
}

function callback<P extends `/api/${string}`>(path: P) {
  return endpoint({
    method: 'GET',
    path,
    query: oauthReturnQuery,
    reply: rawReply,
    access: 'public',
    raw: 'redirect',
    notImplemented: true,
  });
}

/** Signing in through an identity provider: the browser navigates to the start and comes back by the callback. */
export const signInEndpoints = {
  google: start('/api/auth/google'),
  googleCallback: callback('/api/auth/google/callback'),
  microsoft: start('/api/auth/microsoft'),
  microsoftCallback: callback('/api/auth/microsoft/callback'),
};
