import { accountSettingsEndpoints, emailChangeEndpoints } from './account.ts';
import { accountDeletionEndpoints } from './account-deletion.ts';
import { apiKeyEndpoints } from './api-keys.ts';
import { authEndpoints } from './auth.ts';
import { contactEndpoints } from './contact.ts';
import { dataExportEndpoints } from './data-exports.ts';
import { knownBrowserEndpoints } from './known-browsers.ts';
import { mailAddressEndpoints } from './mail-address.ts';
import { notificationEndpoints } from './notifications.ts';
import { outgoingWebhookEndpoints } from './outgoing-webhooks.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { passwordResetEndpoints } from './password-reset.ts';
import { passwordEndpoints } from './password-strength.ts';
import { proofEndpoints } from './proof.ts';
import { securityActivityEndpoints } from './security-activity.ts';
import { sessionEndpoints } from './sessions.ts';
import { signInEndpoints } from './sign-in.ts';
import { signInStepEndpoints } from './sign-in-steps.ts';
import { twoFactorEndpoints } from './two-factor.ts';

/** The endpoints for sign-in, the account and support. */
export const accountEndpoints = {
  apiKeys: apiKeyEndpoints,
  outgoingWebhooks: outgoingWebhookEndpoints,
  accountDeletion: accountDeletionEndpoints,
  accountSettings: accountSettingsEndpoints,
  auth: authEndpoints,
  contact: contactEndpoints,
  dataExports: dataExportEndpoints,
  emailChange: emailChangeEndpoints,
  knownBrowsers: knownBrowserEndpoints,
  mailAddress: mailAddressEndpoints,
  notifications: notificationEndpoints,
  passkeys: passkeyEndpoints,
  passwordReset: passwordResetEndpoints,
  passwords: passwordEndpoints,
  securityActivity: securityActivityEndpoints,
  proof: proofEndpoints,
  sessions: sessionEndpoints,
  signIn: signInEndpoints,
  signInSteps: signInStepEndpoints,
  twoFactor: twoFactorEndpoints,
};
