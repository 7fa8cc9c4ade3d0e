import { Errors, ServerClient } from 'postmark';
import type { Mailer } from '../base/mailer.ts';

/** Thrown when the provider will never deliver to this address. */
export class UndeliverableError extends Error {}

/** Thrown when it has given the address up, because mail to it came back. */
export class InactiveAddressError extends UndeliverableError {}

/** Thrown when the provider did not reply: it may have accepted the mail. */
export class UncertainError extends Error {}

const timeoutSeconds = 10;

/** The default message stream of a Postmark server. */
const messageStream = 'outbound';

/**
 * Sends through Postmark. It does not retry: the job that calls it does, a bounded number of times.
 * `host` is the address of a stand-in for Postmark's own, such as `http://127.0.0.1:4010`.
 */
export function createPostmarkMailer(options: {
  token: string;
  from: string;
  host?: string | undefined;
}): Mailer {
  const client = new ServerClient(options.token, { timeout: timeoutSeconds, ...toDestination(options.host) });
  return {
    async send({ id, to, replyTo, headers = {}, subject, text, html }) {
      const message = {
        From: options.from,
        To: to,
        ...(replyTo && { ReplyTo: replyTo }),
        Subject: subject,
        TextBody: text,
        HtmlBody: html,
        Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
        Metadata: { mail: id },
      };
      // We do not track readers.
      await client.sendEmail({ ...message, TrackOpens: false }).catch(rethrow);
    },
    async wasAccepted(id) {
      const found = await client
        .getOutboundMessages({ count: 1, offset: 0, metadata_mail: id })
        .catch(rethrow);
      // A reply that is not Postmark's, such as a proxy's page, must not cause the mail to be sent again.
      const count: unknown = Object(found).TotalCount;
      if (typeof count !== 'number')
        throw new UncertainError('Postmark did not say whether it accepted a mail');
      return count > 0;
    },
    async reactivate(address) {
      await client
        .deleteSuppressions(messageStream, { Suppressions: [{ EmailAddress: address }] })
        .catch(rethrow);
    },
  };
}

function toDestination(host: string | undefined) {
  if (!host) return {};
  const { protocol, host: name, pathname } = new URL(host);
  return { useHttps: protocol === 'https:', requestHost: `${name}${pathname.replace(/\/$/, '')}` };
}

/** Throws an error with Postmark's codes only: its message repeats the address, which must not be logged. */
function rethrow(error: unknown): never {
  if (!(error instanceof Errors.PostmarkError)) throw error;
  if (!error.statusCode) throw new UncertainError(`Postmark cannot be reached: ${error.message}`);
  const problem = `Postmark refused the mail: HTTP ${error.statusCode}, code ${error.code}`;
  if (error instanceof Errors.InactiveRecipientsError) throw new InactiveAddressError(problem);
  if (error instanceof Errors.InvalidEmailRequestError) throw new UndeliverableError(problem);
  throw error.statusCode >= 500 ? new UncertainError(problem) : new Error(problem);
}
