import type { FastifyInstance } from 'fastify';
import { accountRoutes } from './modules/account/account.routes.ts';
import { accountDeletionRoutes } from './modules/account-deletion/account-deletion.routes.ts';
import { apiKeyRoutes } from './modules/api-keys/api-keys.routes.ts';
import { auditRoutes } from './modules/audit/audit.routes.ts';
import { authRoutes } from './modules/auth/auth.routes.ts';
import { contactRoutes } from './modules/contact/contact.routes.ts';
import { dataExportRoutes } from './modules/data-exports/data-exports.routes.ts';
import { emailChangeRoutes } from './modules/email-change/email-change.routes.ts';
import { knownBrowserRoutes } from './modules/known-browsers/known-browsers.routes.ts';
import { mailAddressRoutes } from './modules/mail-address/mail-address.routes.ts';
import { outgoingWebhookRoutes } from './modules/outgoing-webhooks/outgoing-webhooks.routes.ts';
import { passkeyRoutes } from './modules/passkeys/passkeys.routes.ts';
import { passwordRoutes } from './modules/passwords/passwords.routes.ts';
import { proofRoutes } from './modules/proof/proof.routes.ts';
import { sessionRoutes } from './modules/sessions/sessions.routes.ts';
import { signInRoutes } from './modules/sign-in/sign-in.routes.ts';
import { signInProviderRoutes } from './modules/sign-in-providers/sign-in-providers.routes.ts';
import { twoFactorRoutes } from './modules/two-factor/two-factor.routes.ts';
import type { Services } from './services.ts';

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
