import { expect, test } from 'vitest';
import type * as z from 'zod';
import { allEndpoints } from './index.ts';

/** What an address holds is in histories, logs of proxies and `Referer`. */
const secretNames = /pass|otp|token|secret|code|key/i;

const listNames = (schema?: z.ZodObject) => Object.keys(schema?.shape ?? {});

test('no address of a call carries a password, a code or a key', () => {
  const found = allEndpoints.flatMap(({ method, path, params, query }) =>
    [...listNames(params), ...listNames(query)]
      .filter((name) => secretNames.test(name))
      .map((name) => `${method} ${path} ${name}`),
  );
  expect(found.sort()).toEqual([
    // OAuth says so: the code is good once, with our secret, in the browser that began.
    'GET /api/auth/callback code',
    'GET /api/auth/google/callback code',
    'GET /api/auth/microsoft/callback code',
    // Says whose mails of which kind are meant, and opens nothing else. Mail programs post to it (RFC 8058).
    'GET /api/unsubscribe token',
    'POST /api/unsubscribe token',
  ]);
});
