import { accountDeletedMail } from './account-deleted.mail.ts';
import { automationFailingMail } from './automation-failing.mail.ts';
import { automationPausedMail } from './automation-paused.mail.ts';
import { automationRecoveredMail } from './automation-recovered.mail.ts';
import { contactMessageMail } from './contact-message.mail.ts';
import { contactReplyMail } from './contact-reply.mail.ts';
import type { MailDefinition, MailId } from './define-mail.ts';
import { disputeClosedMail, disputeDueMail, disputeOpenedMail } from './dispute.mails.ts';
import { confirmEmailChangeMail, emailChangedMail, emailChangeRequestedMail } from './email-change.mails.ts';
import { newBrowserMail } from './new-browser.mail.ts';
import { passwordChangedMail } from './password-changed.mail.ts';
import { passwordReplacedMail } from './password-replaced.mail.ts';
import { freePeriodEndingMail, paymentFailedMail, renewalDueMail } from './payment-due.mails.ts';
import {
  paymentGivenBackMail,
  paymentPartGivenBackMail,
  paymentRefundedMail,
  paymentUnmatchedMail,
} from './payment-returned.mails.ts';
import { planScheduledMail, planUnscheduledMail } from './plan-booked.mails.ts';
import { planCancelledMail, planEndedMail, planResumedMail, planTakenBackMail } from './plan-ended.mails.ts';
import { planRenewedMail, planStartedMail } from './plan-started.mails.ts';
import { proofCodeMail } from './proof-code.mail.ts';
import { reconnectNeededMail } from './reconnect-needed.mail.ts';
import { resetPasswordMail } from './reset-password.mail.ts';
import { reviewNeededMail } from './review-needed.mail.ts';
import { securityNoticeMail } from './security-notice.mail.ts';
import { surplusPausedMail } from './surplus-paused.mail.ts';
import { trialEndingMail } from './trial-ending.mail.ts';
import { verifyEmailMail } from './verify-email.mail.ts';
import { webhookStoppedMail } from './webhook-stopped.mail.ts';

/** Every mail there is, by the name that its job carries. */
export const mails = {
  verify_email: verifyEmailMail,
  reset_password: resetPasswordMail,
  proof_code: proofCodeMail,
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
  review_needed: reviewNeededMail,
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
  plan_taken_back: planTakenBackMail,
  payment_given_back: paymentGivenBackMail,
  payment_part_given_back: paymentPartGivenBackMail,
  payment_refunded: paymentRefundedMail,
  payment_unmatched: paymentUnmatchedMail,
  dispute_opened: disputeOpenedMail,
  dispute_due: disputeDueMail,
  dispute_closed: disputeClosedMail,
  renewal_due: renewalDueMail,
  free_period_ending: freePeriodEndingMail,
  payment_failed: paymentFailedMail,
};

export type MailName = keyof typeof mails;

type IdsOf<Name extends MailName> = (typeof mails)[Name] extends MailDefinition<infer Id> ? Id : never;

/** A mail to be sent, by ids only: the job reads its content and its recipient. */
export type MailDue = {
  [Name in MailName]: {
    mail: Name;
    /** What the mail is about, when it may be sent only once, however many jobs there are. */
    key?: string;
  } & Record<IdsOf<Name>, string>;
}[MailName];

/** Returns the definition of a mail; undefined for a name that this version does not know. */
export function findMail(name: string): MailDefinition<MailId> | undefined {
  return Object.hasOwn(mails, name) ? (mails[name as MailName] as MailDefinition<MailId>) : undefined;
}
