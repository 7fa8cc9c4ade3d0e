import * as z from 'zod';
import { accountDeletionEndpoints, accountSettingsEndpoints, emailChangeEndpoints } from './account.ts';
import { activityEndpoints } from './activity.ts';
import { adminEndpoints } from './admin.ts';
import { adminBillingEndpoints } from './admin-billing.ts';
import { adminCouponEndpoints } from './admin-coupons.ts';
import { adminDisputeEndpoints } from './admin-disputes.ts';
import { adminInboxEndpoints } from './admin-inbox.ts';
import { adminMaintenanceEndpoints } from './admin-maintenance.ts';
import { adminNowEndpoints } from './admin-now.ts';
import { adminOperationsEndpoints } from './admin-operations.ts';
import { adminPaymentEndpoints } from './admin-payments.ts';
import { adminStatusEndpoints } from './admin-status.ts';
import { adminSupportEndpoints } from './admin-support.ts';
import { adminTaxEndpoints } from './admin-taxes.ts';
import { adminUserEndpoints } from './admin-users.ts';
import { apiKeyEndpoints } from './api-keys.ts';
import { authEndpoints, passwordResetEndpoints, signInStepEndpoints } from './auth.ts';
import { automationEndpoints } from './automations.ts';
import { billingDetailsEndpoints } from './billing-details.ts';
import { couponEndpoints, paypalEndpoints, razorpayEndpoints } from './checkout.ts';
import { connectionEndpoints, webhookEndpoints } from './connection.ts';
import { contactEndpoints } from './contact.ts';
import { copyEndpoints } from './copies.ts';
import { dataExportEndpoints } from './data-exports.ts';
import { type EndpointDefinition, endpoint } from './endpoint.ts';
import { healthCheckEndpoints } from './health-checks.ts';
import { likelyPairEndpoints } from './likely-pairs.ts';
import { liveEndpoints } from './live.ts';
import { mailAddressEndpoints } from './mail-address.ts';
import { noticeChannelEndpoints } from './notice-channels.ts';
import { notificationEndpoints } from './notifications.ts';
import { outgoingWebhookEndpoints } from './outgoing-webhooks.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { passwordEndpoints } from './passwords.ts';
import { previewEndpoints } from './previews.ts';
import { receiptEndpoints } from './receipts.ts';
import { reportEndpoints } from './reports.ts';
import { ruleEndpoints } from './rules.ts';
import { savedViewEndpoints } from './saved-views.ts';
import { securityActivityEndpoints } from './security-activity.ts';
import { recognizedDeviceEndpoints, sessionEndpoints } from './sessions.ts';
import { sheetEndpoints } from './sheets.ts';
import { signInEndpoints } from './sign-in.ts';
import { statsEndpoints } from './stats.ts';
import { stepUpEndpoints } from './step-up.ts';
import { subscriptionEndpoints } from './subscriptions.ts';
import { twoFactorEndpoints } from './two-factor.ts';

const healthEndpoints = {
  /** 200 while the service can work; 503 `unavailable` while its database cannot be reached. */
  read: endpoint('GET', '/api/health', {
    reply: z.object({ status: z.literal('ok'), version: z.string(), commit: z.string(), schema: z.string() }),
    access: 'public',
  }),
};

const openapiEndpoints = {
  /** All of these calls as OpenAPI 3.1, for tools. */
  read: endpoint('GET', '/api/openapi.json', { reply: z.record(z.string(), z.unknown()), access: 'public' }),
};

/** Every call of the API, by noun. */
export const endpoints = {
  // Sign-in, the account and support.
  apiKeys: apiKeyEndpoints,
  outgoingWebhooks: outgoingWebhookEndpoints,
  accountDeletion: accountDeletionEndpoints,
  accountSettings: accountSettingsEndpoints,
  auth: authEndpoints,
  contact: contactEndpoints,
  dataExports: dataExportEndpoints,
  emailChange: emailChangeEndpoints,
  recognizedDevices: recognizedDeviceEndpoints,
  mailAddress: mailAddressEndpoints,
  noticeChannels: noticeChannelEndpoints,
  notifications: notificationEndpoints,
  passkeys: passkeyEndpoints,
  passwordReset: passwordResetEndpoints,
  passwords: passwordEndpoints,
  securityActivity: securityActivityEndpoints,
  stepUp: stepUpEndpoints,
  sessions: sessionEndpoints,
  signIn: signInEndpoints,
  signInSteps: signInStepEndpoints,
  twoFactor: twoFactorEndpoints,
  // Automations and what they show.
  activity: activityEndpoints,
  automations: automationEndpoints,
  connection: connectionEndpoints,
  copies: copyEndpoints,
  healthChecks: healthCheckEndpoints,
  live: liveEndpoints,
  likelyPairs: likelyPairEndpoints,
  previews: previewEndpoints,
  reports: reportEndpoints,
  rules: ruleEndpoints,
  savedViews: savedViewEndpoints,
  sheets: sheetEndpoints,
  stats: statsEndpoints,
  webhooks: webhookEndpoints,
  // Plans and payments.
  billingDetails: billingDetailsEndpoints,
  coupons: couponEndpoints,
  paypal: paypalEndpoints,
  razorpay: razorpayEndpoints,
  receipts: receiptEndpoints,
  subscriptions: subscriptionEndpoints,
  // For administrators. The role is read from the database for each request.
  admin: adminEndpoints,
  adminBilling: adminBillingEndpoints,
  adminCoupons: adminCouponEndpoints,
  adminDisputes: adminDisputeEndpoints,
  adminInbox: adminInboxEndpoints,
  adminMaintenance: adminMaintenanceEndpoints,
  adminNow: adminNowEndpoints,
  adminOperations: adminOperationsEndpoints,
  adminPayments: adminPaymentEndpoints,
  adminStatus: adminStatusEndpoints,
  adminSupport: adminSupportEndpoints,
  adminTaxes: adminTaxEndpoints,
  adminUsers: adminUserEndpoints,
  // The service itself.
  health: healthEndpoints,
  openapi: openapiEndpoints,
};

/** The same as a flat list. */
export const allEndpoints: readonly EndpointDefinition[] = Object.values(endpoints).flatMap(
  (ofOneNoun): readonly EndpointDefinition[] => Object.values(ofOneNoun),
);
