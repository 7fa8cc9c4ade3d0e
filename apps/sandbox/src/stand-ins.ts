import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { SandboxDeps } from './deps.ts';
import { registerIdentity } from './identity/identity.ts';
import { registerPaypal } from './paypal/paypal.ts';
import { registerPostmark } from './postmark/postmark.ts';
import { registerRazorpay } from './razorpay/razorpay.ts';
import type { CallLog } from './smartsheet/api/call-log.ts';
import type { RateLimit } from './smartsheet/api/rate-limit.ts';
import { registerSmartsheet } from './smartsheet/smartsheet.ts';

/** Registers every outside service that the sandbox stands in for. */
export function registerStandIns(
  app: FastifyInstance,
  { deps, calls, limit }: { deps: SandboxDeps; calls: CallLog; limit: RateLimit },
): void {
  registerSmartsheet(app, { deps, calls, limit });
  registerPostmark(app, {
    inbox: () => deps.state.inbox,
    now: deps.now,
    newId: randomUUID,
    changed: () => deps.changes.announce({ mails: true }),
    senders: deps.config.POSTMARK_SENDERS,
    token: deps.config.POSTMARK_SERVER_TOKEN,
    webhook: {
      url: deps.config.POSTMARK_WEBHOOK_URL,
      password: deps.config.POSTMARK_WEBHOOK_PASSWORD,
      timeoutMs: deps.config.CALLBACK_TIMEOUT_MS,
    },
  });
  registerIdentity(app, deps);
  registerPaypal(app, deps);
  registerRazorpay(app, deps);
}
