import type { FastifyInstance } from 'fastify';
import type { SandboxDeps } from '../deps.ts';
import { showAmount } from '../payments/amount.ts';
import { paymentNotice, paymentPage, servePages, showDay } from '../payments/payment-page.ts';
import { latestExpiry } from './link.input.ts';
import { callbackAddress, expireWhenDue, getOrder, isOpen } from './links.ts';
import { decideLink, findFirstPart } from './pay.ts';
import type { PaymentLink } from './razorpay.model.ts';

const provider = 'Razorpay';

/** Serves the page on which a payment link is paid, or the payment fails. */
export function payRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  servePages(app, '/razorpay/i/:shortId', {
    find: ({ params }) => {
      const { shortId } = params as { shortId: string };
      const link = deps.state.payments.razorpay.links.find((one) => one.shortId === shortId);
      return (
        link && {
          show: (action) => {
            expireWhenDue(deps, link);
            if (isOpen(link)) getOrder(deps, link);
            return linkPage(deps, link, action);
          },
          decide: async (decision, action) => {
            if (decision === 'back' && link.callbackUrl !== '') return { location: wayBack(link) };
            if (decision === 'pay_part' && findFirstPart(link) === null)
              return { page: linkPage(deps, link, action, 'This link is paid as a whole.') };
            const isPaying = decision === 'pay' || decision === 'pay_part';
            const location = await decideLink(deps, link, isPaying ? decision : 'fail');
            const refused = 'The bank refused the payment. Nothing was paid.';
            return location === null ? { page: linkPage(deps, link, action, refused) } : { location };
          },
        }
      );
    },
    unknown: paymentNotice({
      provider,
      title: 'Nothing to pay',
      message: 'This address belongs to no payment link.',
    }),
  });
}

/** Returns where an app wants people who give up, from a note of its own: Razorpay has no field for it. Else its start page. */
function wayBack({ callbackUrl, notes }: PaymentLink): string {
  const start = new URL('/', callbackUrl);
  const cancelUrl = notes.cancel_url;
  if (cancelUrl === undefined || !URL.canParse(cancelUrl) || new URL(cancelUrl).origin !== start.origin)
    return start.href;
  return cancelUrl;
}

function linkPage(deps: SandboxDeps, link: PaymentLink, action: string, problem?: string): string {
  const seller = deps.config.CLIENT_NAME;
  if (!isOpen(link)) {
    const href = callbackAddress(deps, link);
    return paymentNotice({
      provider,
      title: link.status === 'paid' ? 'This link is paid' : `This link is ${link.status}`,
      message: link.status === 'paid' ? 'It cannot be paid again.' : 'It can no longer be paid.',
      ...(href !== null && { link: { href, label: `Return to ${seller}` } }),
    });
  }
  const left = showAmount(link.amount - link.amountPaid, link.currency);
  const part = link.amountPaid === 0 ? findFirstPart(link) : null;
  return paymentPage({
    provider,
    title: `Pay ${left}?`,
    what: link.description || 'A payment',
    seller,
    payer: link.customer.email ?? 'buyer@personal.example',
    lines: [
      {
        label: 'Amount',
        amount: left,
        when: `once, by ${showDay(link.expireBy ?? latestExpiry(link.createdAt))}`,
      },
    ],
    ...(problem !== undefined && { problem }),
    action,
    buttons: [
      { decision: 'pay', label: 'Pay', isPrimary: true },
      ...(part !== null
        ? [{ decision: 'pay_part', label: `Pay ${showAmount(part, link.currency)} first` }]
        : []),
      { decision: 'fail', label: 'Let it fail' },
      ...(link.callbackUrl === '' ? [] : [{ decision: 'back', label: 'Go back' }]),
    ],
  });
}
