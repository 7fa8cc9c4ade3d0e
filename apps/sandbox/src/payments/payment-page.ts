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
  /** The form's action; null when there is nothing left to decide. */
  action: string | null;
  buttons: PaymentButton[];
};

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
${page.action === null ? '' : `<form method="post" action="${escapeHtml(page.action)}"><div class="decision">${buttons.join('')}</div></form>`}`,
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
