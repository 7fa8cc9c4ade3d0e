import { httpUrl } from '@picksync/process';
import * as z from 'zod';

/** The settings of signing in with Google and Microsoft. A provider without an id and a secret is not offered. */
export const signInSettings = {
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_API_BASE: httpUrl().optional(),
  GOOGLE_AUTHORIZE_BASE: httpUrl().optional(),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[A-Za-z0-9.-]+$/, 'is common, organizations, consumers, or the id of a tenant')
    .default('common'),
  MICROSOFT_API_BASE: httpUrl().optional(),
  MICROSOFT_AUTHORIZE_BASE: httpUrl().optional(),
};

const shape = z.object(signInSettings);

type Settings = z.output<typeof shape> & { SMARTSHEET_API_BASE?: unknown; POSTMARK_HOST?: unknown };

/**
 * Checks that id and secret come together, and that the provider's address is its real one: a stand-in decides who
 * signs in, so it is only for a start in which nothing is real.
 */
export function assertSignInApps(env: Settings, context: z.RefinementCtx): void {
  for (const name of ['GOOGLE', 'MICROSOFT'] as const) {
    const [id, secret] = [env[`${name}_CLIENT_ID`], env[`${name}_CLIENT_SECRET`]];
    if ((id === undefined) !== (secret === undefined)) {
      const path = [`${name}_CLIENT_${id === undefined ? 'ID' : 'SECRET'}`];
      context.addIssue({ code: 'custom', path, message: 'is missing: an id and a secret belong together' });
    }
    if (env[`${name}_API_BASE`] === undefined || (env.SMARTSHEET_API_BASE && env.POSTMARK_HOST)) continue;
    const message = 'is only for a start in which the sandbox stands in for every provider';
    context.addIssue({ code: 'custom', path: [`${name}_API_BASE`], message });
  }
}

const providerTimeoutMs = 10_000;

/** Returns the settings as the product uses them. */
export function signInConfig(env: z.output<typeof shape>) {
  return {
    timeoutMs: providerTimeoutMs,
    google: {
      clientId: env.GOOGLE_CLIENT_ID,
      clientSecret: env.GOOGLE_CLIENT_SECRET,
      apiBase: env.GOOGLE_API_BASE,
      authorizeBase: env.GOOGLE_AUTHORIZE_BASE,
    },
    microsoft: {
      clientId: env.MICROSOFT_CLIENT_ID,
      clientSecret: env.MICROSOFT_CLIENT_SECRET,
      apiBase: env.MICROSOFT_API_BASE,
      authorizeBase: env.MICROSOFT_AUTHORIZE_BASE,
      tenant: env.MICROSOFT_TENANT,
    },
  };
}
