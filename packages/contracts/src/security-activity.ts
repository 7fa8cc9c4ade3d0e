import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, isoTime, pageQuery } from './fields.ts';

/** What is recorded about the security of an account, and the words a person reads. */
export const securityActions = {
  registered: 'The account was created',
  registration_refused: 'Somebody tried to register your email address again',
  email_verified: 'The email address was verified',
  login: 'Signed in',
  login_refused: 'A sign-in was refused',
  logout: 'Signed out',
  session_ended: 'A session was ended',
  sessions_ended: 'All other sessions were ended',
  browser_forgotten: 'A known browser was forgotten',
  password_changed: 'The password was changed',
  ways_in_removed: 'Passkeys, linked sign-ins and API keys were removed with a reset',
  password_reset_requested: 'A password reset was requested',
  email_change_requested: 'A change of the email address was requested',
  email_changed: 'The email address was changed',
  mail_undeliverable: 'Mail to your address came back',
  two_factor_enabled: 'Two-factor sign-in was switched on',
  two_factor_disabled: 'Two-factor sign-in was switched off',
  second_factor_refused: 'A second factor was refused',
  recovery_codes_renewed: 'New recovery codes were made',
  recovery_code_used: 'A recovery code was used',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  sign_in_linked: 'A sign-in provider was linked',
  sign_in_unlinked: 'A sign-in provider was unlinked',
  smartsheet_connected: 'Smartsheet was connected',
  smartsheet_account_changed: 'Another Smartsheet account was connected',
  smartsheet_disconnected: 'Smartsheet was disconnected',
  api_key_created: 'An API key was created',
  api_key_revoked: 'An API key was revoked',
  webhook_created: 'An outgoing webhook was created',
  webhook_changed: 'An outgoing webhook was changed',
  webhook_deleted: 'An outgoing webhook was deleted',
  channel_saved: 'A channel for notices was added or changed',
  channel_removed: 'A channel for notices was removed',
  profile_changed: 'The profile was changed',
  billing_details_changed: 'The billing details were changed',
  notifications_changed: 'The choice of mails was changed',
  export_requested: 'An export of the data was requested',
  subscription_cancelled: 'The subscription was canceled',
  subscription_resumed: 'The cancellation of the subscription was taken back',
  account_deleted: 'The account was deleted',
  account_disabled: 'The account was disabled',
  account_enabled: 'The account was enabled again',
  plan_given: 'A plan was given by hand',
  plan_switched_off: 'A plan was switched off: nobody can buy it',
  plan_switched_on: 'A plan was switched on again',
  plan_edited: 'A plan was changed for everybody',
  tax_rate_set: 'A tax rate was set',
  tax_rate_removed: 'A tax rate was removed',
  coupon_created: 'A coupon was created',
  coupon_changed: 'A coupon was changed',
  coupon_ended: 'A coupon was ended',
  contact_answered: 'A message to support was answered',
  payment_granted: 'A payment that bought nothing got its plan',
  payment_given_back: 'A payment that bought nothing was given back',
  payment_refund_recorded: 'A refund was written down by hand',
  payment_refund_requested: 'The refund of a payment was requested by the owner',
  payment_refunded: 'A payment was refunded by the owner',
  payment_settled: 'A payment was marked as settled',
  event_acknowledged: 'An event of a payment provider was acknowledged',
  event_replayed: 'An event of a payment provider was replayed',
  everybody_signed_out: 'Everybody was signed out',
  support_viewed: 'Picksync support looked at your account',
  support_checked_health: 'Picksync support checked the health of an automation',
  support_mended_webhook: 'Picksync support had the webhook of an automation mended',
  audit_exported: 'The audit log was downloaded',
  maintenance_announced: 'A maintenance was announced',
  maintenance_begun: 'A maintenance was begun, or its end was changed',
  maintenance_ended: 'A maintenance was ended or withdrawn',
  jobs_redriven: 'Dead letters were given another try',
  incident_opened: 'An incident was opened on the status page',
  incident_words_added: 'Words were added on the status page',
  incident_ended: 'An incident was ended on the status page',
} as const;

export type SecurityAction = keyof typeof securityActions;

/** What support does about an account: the user reads why. */
export const supportActions = [
  'support_viewed',
  'support_checked_health',
  'support_mended_webhook',
] as const satisfies SecurityAction[];

const shortText = z.string().max(200);

/** What an event adds to its sentence. Never an email address: events outlive the account. */
export const securityDetails = z.object({
  /** How somebody signed in or proved who they are: `password`, `google`, `passkey` … */
  method: shortText.optional(),
  /** The browser and system, as a session's list shows it. */
  device: shortText.optional(),
  /** What the person called it: a key, a passkey, a webhook. */
  name: shortText.optional(),
  /** Why an administrator did it. For administrators alone, but for what support did: see `supportActions`. */
  reason: z.string().max(300).optional(),
  /** Until when support looked at the account. */
  until: isoTime.optional(),
});

export type SecurityDetails = z.output<typeof securityDetails>;

const securityEvent = z.object({
  id: z.string(),
  action: z.enum(Object.keys(securityActions) as [SecurityAction, ...SecurityAction[]]),
  /** How often within the hour; more than 1 only where strangers can repeat it. */
  count,
  details: securityDetails.omit({ reason: true }),
  /** Why support did it. */
  reason: z.string().optional(),
  /** The beginning of the network address, such as `198.51.100.x`. */
  network: z.string().nullable(),
  /** Whether somebody else did it: an administrator. */
  byAdmin: z.boolean(),
  at: isoTime,
});

export type SecurityEvent = z.output<typeof securityEvent>;

export const securityActivityEndpoints = {
  /** What happened to the security of the user's account within a year, newest first. */
  list: endpoint('GET', '/api/account/security-activity', {
    query: z.strictObject(pageQuery({ defaultLimit: 20, maxLimit: 100 })),
    reply: z.array(securityEvent),
    access: 'user',
    paged: true,
  }),
};
