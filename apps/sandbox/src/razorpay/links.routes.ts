import type { SandboxDeps } from '../deps.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { browserUrl } from '../urls.ts';
import { getPage } from './api.input.ts';
import { cancelLink, changeLink, createLink, expireWhenDue } from './links.ts';
import { linkError, unknownId } from './razorpay.errors.ts';
import type { PaymentLink } from './razorpay.model.ts';
import { linkView } from './views.ts';

const media = ['sms', 'email', 'whatsapp'];

/** Serves payment links. */
export function linkRoutes(add: AddOperation, deps: SandboxDeps): void {
  const razorpay = () => deps.state.payments.razorpay;
  const view = (link: PaymentLink, isAlone = true) => {
    expireWhenDue(deps, link);
    return linkView(link, {
      payments: razorpay().payments,
      browserUrl: browserUrl(deps.config),
      isAlone,
    });
  };
  const findLink = ({ params: { id = '' } }: ProviderCall): PaymentLink => {
    if (!/^plink_[A-Za-z0-9]{14}$/.test(id)) throw linkError(`invalid input [id] = [${id}]`);
    const link = razorpay().links.find((one) => one.id === id);
    if (!link) throw unknownId();
    expireWhenDue(deps, link);
    return link;
  };

  add('links.create', 'POST /v1/payment_links', ({ body }) => ({ body: view(createLink(deps, body)) }));
  add('links.list', 'GET /v1/payment_links', ({ query }) => {
    const { reference_id: reference, payment_id: paymentId } = query;
    const paidLink = razorpay().payments.find(({ id }) => id === paymentId)?.linkId;
    const links = razorpay().links.filter(
      ({ id, referenceId }) =>
        (reference === undefined || referenceId === reference) &&
        (paymentId === undefined || id === paidLink),
    );
    return { body: { payment_links: getPage(links, query).map((link) => view(link, false)) } };
  });
  add('links.get', 'GET /v1/payment_links/:id', (call) => ({ body: view(findLink(call)) }));
  add('links.update', 'PATCH /v1/payment_links/:id', (call) => {
    const link = findLink(call);
    changeLink(deps, link, call.body);
    return { body: view(link) };
  });
  add('links.cancel', 'POST /v1/payment_links/:id/cancel', (call) => {
    const link = findLink(call);
    cancelLink(deps, link);
    return { body: view(link) };
  });
  add('links.notify', 'POST /v1/payment_links/:id/notify_by/:medium', (call) => {
    findLink(call);
    if (!media.includes(call.params.medium ?? '')) throw linkError('not a valid notification medium');
    return { body: { success: true } };
  });
}
