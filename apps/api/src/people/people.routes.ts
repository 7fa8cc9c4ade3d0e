import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { outgoingWebhookRoutes } from '../sync/outgoing-webhooks/outgoing-webhooks.routes.ts';
import { accountRoutes } from './account/account.routes.ts';
import { accountDeletionRoutes } from './account-deletion/account-deletion.routes.ts';
import { apiKeyRoutes } from './api-keys/api-keys.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { contactRoutes } from './contact/contact.routes.ts';
import { dataExportRoutes } from './data-exports/data-exports.routes.ts';
import { emailChangeRoutes } from './email-change/email-change.routes.ts';
import { knownBrowserRoutes } from './known-browsers/known-browsers.routes.ts';
import { mailAddressRoutes } from './mail-address/mail-address.routes.ts';
import { passkeyRoutes } from './passkeys/passkeys.routes.ts';
import { passwordRoutes } from './passwords/passwords.routes.ts';
import { proofRoutes } from './proof/proof.routes.ts';
import { sessionRoutes } from './sessions/sessions.routes.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';
import { signInProviderRoutes } from './sign-in-providers/sign-in-providers.routes.ts';
import { twoFactorRoutes } from './two-factor/two-factor.routes.ts';

/** The modules about users: sign-in, help, and everything of their account. Add new ones here. */
export const accountModules: ((app: FastifyInstance, services: Services) => void)[] = [
  authRoutes,
  passwordRoutes,
  signInRoutes,
  apiKeyRoutes,
  outgoingWebhookRoutes,
  proofRoutes,
  passkeyRoutes,
  sessionRoutes,
  knownBrowserRoutes,
  signInProviderRoutes,
  twoFactorRoutes,
  auditRoutes,
  contactRoutes,
  accountRoutes,
  emailChangeRoutes,
  accountDeletionRoutes,
  mailAddressRoutes,
  dataExportRoutes,
];
