import type { MailIds, MailName } from '../base/send-mail-later.ts';
import { disputeClosedMail, disputeDueMail, disputeOpenedMail } from '../billing/disputes/dispute.mails.ts';
import { paymentFailedMail } from '../billing/plan-notices/payment-failed.mail.ts';
import { planScheduledMail, planUnscheduledMail } from '../billing/plan-notices/plan-booked.mails.ts';
import {
  planCancelledMail,
  planEndedMail,
  planRefundedMail,
  planResumedMail,
} from '../billing/plan-notices/plan-ended.mails.ts';
import { planRenewedMail, planStartedMail } from '../billing/plan-notices/plan-started.mails.ts';
import {
  paymentRefundedMail,
  paymentUnmatchedMail,
  unusedPaymentPartRefundedMail,
  unusedPaymentRefundedMail,
} from '../billing/plan-notices/refund.mails.ts';
import { freePeriodEndingMail, renewalDueMail } from '../billing/plan-notices/renewal.mails.ts';
import { trialEndingMail } from '../billing/plan-notices/trial-ending.mail.ts';
import type { MailDefinition, MailId } from '../mail/define-mail.ts';
import { accountDeletedMail } from '../people/account-deletion/account-deleted.mail.ts';
import { securityNoticeMail } from '../people/audit/security-notice.mail.ts';
import { passwordChangedMail, passwordReplacedMail } from '../people/auth/password.mails.ts';
import { contactMessageMail, contactReplyMail } from '../people/contact/contact.mails.ts';
import {
  confirmEmailChangeMail,
  emailChangedMail,
  emailChangeRequestedMail,
} from '../people/email-change/email-change.mails.ts';
import { channelStoppedMail } from '../people/notice-channels/channel-stopped.mail.ts';
import { resetPasswordMail, stepUpCodeMail, verifyEmailMail } from '../people/one-time-codes/code.mails.ts';
import { newBrowserMail } from '../people/recognized-devices/new-browser.mail.ts';
import {
  automationFailingMail,
  automationPausedMail,
  automationRecoveredMail,
  surplusPausedMail,
} from '../sync/automation-notices/automation.mails.ts';
import { reconnectNeededMail } from '../sync/automation-notices/reconnect-needed.mail.ts';
import { reviewNeededMail } from '../sync/automation-notices/review-needed.mail.ts';
import { webhookStoppedMail } from '../sync/outgoing-webhooks/webhook-stopped.mail.ts';
import { sheetWaitingMail } from '../sync/rules/sheet-waiting.mail.ts';

/** The definition of every mail. One that is missing, or needs another id than its job carries, does not compile. */
export const mails: { [Name in MailName]: MailDefinition<MailIds[Name]> } = {
  verify_email: verifyEmailMail,
  reset_password: resetPasswordMail,
  proof_code: stepUpCodeMail,
  password_changed: passwordChangedMail,
  password_replaced: passwordReplacedMail,
  new_browser: newBrowserMail,
  security_notice: securityNoticeMail,
  confirm_email_change: confirmEmailChangeMail,
  email_change_requested: emailChangeRequestedMail,
  email_changed: emailChangedMail,
  account_deleted: accountDeletedMail,
  contact_message: contactMessageMail,
  contact_reply: contactReplyMail,
  automation_failing: automationFailingMail,
  automation_recovered: automationRecoveredMail,
  automation_paused: automationPausedMail,
  webhook_stopped: webhookStoppedMail,
  channel_stopped: channelStoppedMail,
  review_needed: reviewNeededMail,
  sheet_waiting: sheetWaitingMail,
  reconnect_needed: reconnectNeededMail,
  trial_ending: trialEndingMail,
  surplus_paused: surplusPausedMail,
  plan_scheduled: planScheduledMail,
  plan_unscheduled: planUnscheduledMail,
  plan_started: planStartedMail,
  plan_renewed: planRenewedMail,
  plan_cancelled: planCancelledMail,
  plan_resumed: planResumedMail,
  plan_ended: planEndedMail,
  plan_refunded: planRefundedMail,
  unused_payment_refunded: unusedPaymentRefundedMail,
  unused_payment_part_refunded: unusedPaymentPartRefundedMail,
  payment_refunded: paymentRefundedMail,
  payment_unmatched: paymentUnmatchedMail,
  dispute_opened: disputeOpenedMail,
  dispute_due: disputeDueMail,
  dispute_closed: disputeClosedMail,
  renewal_due: renewalDueMail,
  free_period_ending: freePeriodEndingMail,
  payment_failed: paymentFailedMail,
};

/** Returns the definition of a mail; undefined for a name that this version does not know. */
export function findMail(name: string): MailDefinition<MailId> | undefined {
  return Object.hasOwn(mails, name) ? (mails[name as MailName] as MailDefinition<MailId>) : undefined;
}
