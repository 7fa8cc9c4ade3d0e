import type { FastifyInstance, FastifyRequest } from 'fastify';
import { consentPage, escapeHtml } from '../console/consent-page.ts';

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export function showDay(at: number): string {
  return dayFormat.format(at);
}

type PaymentLine = { label: string; amount: string; when: string };
type PaymentButton = { decision: string; label: string; isPrimary?: boolean };

type PaymentPage = {
  provider: string;
  title: string;
  /** The payee and the payer. */
  seller: string;
  payer: string;
  what: string;
  lines: PaymentLine[];
  /** Said before the buttons, for example why a payment failed. */
  problem?: string;
  /** The form's action. */
  action: string;
  buttons: PaymentButton[];
};

/** A page on which a payer decides. `decide` returns where the browser goes next, or the page that it stays on. */
export type DecisionPage = {
  show: (action: string) => string;
  decide: (decision: string | undefined, action: string) => Promise<{ location: string } | { page: string }>;
};

/** Serves the pages that `find` knows, and what is decided on them. The others get 404 with the page `unknown`. */
export function servePages(
  app: FastifyInstance,
  path: string,
  { find, unknown }: { find: (request: FastifyRequest) => DecisionPage | undefined; unknown: string },
): void {
  app.get(path, async (request, reply) => {
    const page = find(request);
    return reply
      .code(page ? 200 : 404)
      .type('text/html')
      .send(page?.show(request.url) ?? unknown);
  });

  app.post(path, async (request, reply) => {
    const page = find(request);
    if (!page) return reply.code(404).type('text/html').send(unknown);
    const { decision } = (request.body ?? {}) as Record<string, string | undefined>;
    const next = await page.decide(decision, request.url);
    if ('location' in next) return reply.redirect(next.location, 303);
    return reply.type('text/html').send(next.page);
  });
}

/** Returns the page on which a person pays, or agrees to be charged. Its first button is the one Enter presses. */
export function paymentPage(page: PaymentPage): string {
  const rows = page.lines.map(
    ({ label, amount, when }) =>
      `<div><dt>${escapeHtml(label)}<span class="caption">${escapeHtml(when)}</span></dt><dd class="amount">${escapeHtml(amount)}</dd></div>`,
  );
  const buttons = page.buttons.map(
    ({ decision, label, isPrimary = false }) =>
      `<button class="button${isPrimary ? ' primary' : ''}" name="decision" value="${escapeHtml(decision)}">${escapeHtml(label)}</button>`,
  );
  const problem =
    page.problem === undefined
      ? ''
      : `<p class="payment-problem" role="alert">${escapeHtml(page.problem)}</p>`;
  return consentPage({
    title: escapeHtml(page.title),
    provider: page.provider,
    body: `<h1>${escapeHtml(page.title)}</h1>
<p class="muted">${escapeHtml(page.what)}</p>
<dl class="payment"><div><dt>To</dt><dd>${escapeHtml(page.seller)}</dd></div><div><dt>From</dt><dd>${escapeHtml(page.payer)}</dd></div>${rows.join('')}</dl>
${problem}
<form method="post" action="${escapeHtml(page.action)}"><div class="decision">${buttons.join('')}</div></form>`,
  });
}

/** Returns the page for what cannot be paid: an unknown link, or one that has ended. */
export function paymentNotice({
  provider,
  title,
  message,
  link,
}: {
  provider: string;
  title: string;
  message: string;
  link?: { href: string; label: string };
}): string {
  const button = link
    ? `<p class="decision back"><a class="button" href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>`
    : '';
  return consentPage({
    title: escapeHtml(title),
    provider,
    body: `<h1>${escapeHtml(title)}</h1><p class="muted">${escapeHtml(message)}</p>${button}`,
  });
}
