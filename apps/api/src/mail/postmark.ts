import { Errors, ServerClient } from 'postmark';
import type { RenderedMail } from './content.ts';

/** `replyTo`: where an answer goes, if not to our own address. */
export type OutgoingMail = RenderedMail & { to: string; replyTo?: string | undefined };

export type Mailer = { send: (mail: OutgoingMail) => Promise<void> };

/** Thrown when the provider will never deliver to this address. */
export class UndeliverableError extends Error {}

const timeoutSeconds = 10;

/**
 * Sends through Postmark. It does not retry: the job that calls it does, a bounded number of times.
 * `host` is the address of a stand-in for Postmark's own, such as `http://127.0.0.1:4010`.
 */
export function createPostmarkMailer(options: {
  token: string;
  from: string;
  host?: string | undefined;
}): Mailer {
  const client = new ServerClient(options.token, { timeout: timeoutSeconds, ...destination(options.host) });
  return {
    async send({ to, replyTo, subject, text, html }) {
      const message = {
        From: options.from,
        To: to,
        ...(replyTo && { ReplyTo: replyTo }),
        Subject: subject,
        TextBody: text,
        HtmlBody: html,
      };
      // Nobody is tracked.
      await client.sendEmail({ ...message, TrackOpens: false }).catch(rethrow);
    },
  };
}

function destination(host: string | undefined) {
  if (!host) return {};
  const { protocol, host: name, pathname } = new URL(host);
  return { useHttps: protocol === 'https:', requestHost: `${name}${pathname.replace(/\/$/, '')}` };
}

/** Throws an error with Postmark's codes only: its message repeats the address, which must not be logged. */
function rethrow(error: unknown): never {
  if (!(error instanceof Errors.PostmarkError)) throw error;
  if (!error.statusCode) throw new Error(`Postmark cannot be reached: ${error.message}`);
  const problem = `Postmark refused the mail: HTTP ${error.statusCode}, code ${error.code}`;
  const undeliverable =
    error instanceof Errors.InactiveRecipientsError || error instanceof Errors.InvalidEmailRequestError;
  throw undeliverable ? new UndeliverableError(problem) : new Error(problem);
}
