import { accountRoutes } from './account/account.routes.ts';
import { apiKeyRoutes } from './api-keys/api-keys.routes.ts';
import { authRoutes, signUpRoutes } from './auth/auth.routes.ts';
import { contactRoutes } from './contact/contact.routes.ts';
import { dataExportRoutes } from './data-exports/data-exports.routes.ts';
import { emailChangeRoutes } from './email-change/email-change.routes.ts';
import { mailAddressRoutes } from './mail-address/mail-address.routes.ts';
import { noticeChannelRoutes } from './notice-channels/notice-channels.routes.ts';
import { notificationRoutes } from './notifications/notifications.routes.ts';
import { passkeyRoutes } from './passkeys/passkeys.routes.ts';
import { sessionRoutes } from './sessions/sessions.routes.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';
import { signInProviderRoutes } from './sign-in/sign-in-providers.routes.ts';
import { stepUpRoutes } from './step-up/step-up.routes.ts';
import { twoFactorRoutes } from './two-factor/two-factor.routes.ts';

/** Who somebody is and what they have: sign-in, their account, messages to support. */
export const peopleRoutes = [
  signUpRoutes,
  authRoutes,
  signInRoutes,
  apiKeyRoutes,
  stepUpRoutes,
  passkeyRoutes,
  sessionRoutes,
  signInProviderRoutes,
  twoFactorRoutes,
  contactRoutes,
  accountRoutes,
  emailChangeRoutes,
  mailAddressRoutes,
  notificationRoutes,
  noticeChannelRoutes,
  dataExportRoutes,
];
