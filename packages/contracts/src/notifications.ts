import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { messageReply } from './fields.ts';

/** The notices that a person can do without, as mails and in channels. Everything about sign-in, Smartsheet access and payments is always sent. */
export const mailChoices = {
  automation_failing: {
    title: 'An automation fails',
    detail: 'One when it begins, one when it works again. Never one per run.',
  },
  review_needed: {
    title: 'An automation needs your review',
    detail: 'Nothing is written until you decide.',
  },
  automation_paused: {
    title: 'Automations were paused for you',
    detail: 'When a plan allows fewer of them, or one has failed for days.',
  },
  reminders: {
    title: 'Trial and renewal reminders',
    detail: '7, 3 and 1 days before.',
  },
} as const;

export type MailChoice = keyof typeof mailChoices;

export const mailChoiceNames = Object.keys(mailChoices) as [MailChoice, ...MailChoice[]];

const everyChoice = z.object({
  automation_failing: z.boolean(),
  review_needed: z.boolean(),
  automation_paused: z.boolean(),
  reminders: z.boolean(),
} satisfies Record<MailChoice, z.ZodBoolean>);

export type Notifications = z.output<typeof everyChoice>;

/** The signed value of a link in a mail: it says whose mails of which kind. */
const unsubscribeQuery = z.strictObject({ token: z.string().min(1).max(200) });

export const notificationEndpoints = {
  read: endpoint('GET', '/api/account/notifications', { reply: everyChoice, access: 'user' }),
  /** Takes the choices that change, and returns all of them. */
  update: endpoint('PATCH', '/api/account/notifications', {
    body: z.strictObject(everyChoice.shape).partial(),
    reply: everyChoice,
    access: 'user',
  }),
  /** What a link in a mail is about. Changes nothing. */
  readUnsubscribe: endpoint('GET', '/api/unsubscribe', {
    query: unsubscribeQuery,
    reply: z.object({ mail: z.enum(mailChoiceNames), email: z.string(), isWanted: z.boolean() }),
    access: 'public',
  }),
  /**
   * Ends the mails of one kind. The page behind a mail's link calls it, and so do mail programs by themselves, with a form
   * as their body (RFC 8058); the link works without a session.
   */
  unsubscribe: endpoint('POST', '/api/unsubscribe', {
    query: unsubscribeQuery,
    reply: messageReply,
    access: 'public',
    raw: 'bytes',
  }),
};
