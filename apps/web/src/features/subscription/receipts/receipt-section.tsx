import type { TaxOnTotal } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Receipt, receiptQuery } from '../../../api/subscription.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { Brand } from '../../../ui/brand-mark.tsx';
import { formatDay } from '../../../ui/dates.ts';
import { usePageTitle } from '../../../ui/page-title.ts';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { providerName } from '../money.ts';
import { isContained, taxRows } from '../tax-rows.ts';

type Party = Receipt['content']['seller'];

/** Printed black on white in every theme. */
const onPaper =
  'print:max-w-none print:border-0 print:p-0 print:[--accent-ink:#fff] print:[--accent:#06604f] print:[--ink-2:#444] print:[--ink:#000] print:[--line:#bbb] print:[--surface:#fff] print:[print-color-adjust:exact]';

function Who({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-semi text-ink-2">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

function PartyLines({ name, company, address, email, taxNumber }: Party) {
  return (
    <>
      {[...new Set([name, company, ...address])].filter(Boolean).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      {email && <span className="block text-ink-2">{email}</span>}
      {taxNumber && <span className="block text-ink-2">Tax ID {taxNumber}</span>}
    </>
  );
}

function isKnown({ name, company, address, email, taxNumber }: Party): boolean {
  return Boolean(name || company || address.length || email || taxNumber);
}

function Amounts({ receipt }: { receipt: Receipt }) {
  const { content, currency, total } = receipt;
  const money = 'tabular py-2 ps-4 text-end align-top whitespace-nowrap';
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="border-b border-ink text-xs text-ink-2">
          <th scope="col" className="pb-2 text-start font-semi">
            Description
          </th>
          <th scope="col" className="pb-2 text-end font-semi">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {content.lines.map(({ label, detail, amount }) => (
          <tr key={`${label} ${detail}`} className="border-b border-line">
            <td className="py-2 break-words">
              {label}
              {detail && <span className="block text-xs text-ink-2">{detail}</span>}
            </td>
            <td className={money}>{formatAmount(amount, currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {content.tax && !isContained(content.tax) && <TaxRows tax={content.tax} currency={currency} />}
        <tr className="text-lg font-bold">
          <th scope="row" className="pt-3.5 pb-1 text-start">
            Total
          </th>
          <td className="tabular pt-3.5 pb-1 text-end">{formatAmount(total, currency)}</td>
        </tr>
        {content.tax && isContained(content.tax) && <TaxRows tax={content.tax} currency={currency} />}
      </tfoot>
    </table>
  );
}

function TaxRows({ tax, currency }: { tax: TaxOnTotal; currency: string }) {
  return taxRows(tax).map(({ label, amount }) => (
    <tr key={label} className="text-ink-2">
      <th scope="row" className="py-1 text-start font-normal">
        {label}
      </th>
      <td className="tabular py-1 text-end">{formatAmount(amount, currency)}</td>
    </tr>
  ));
}

/** Returns what an id of the provider stands for: Razorpay has one for each payment page, not for a subscription. */
function subscriptionTerm(provider: string): string {
  if (provider === 'razorpay') return 'Razorpay payment link';
  return provider === 'paypal' ? 'PayPal subscription' : 'Subscription';
}

function Footer({ receipt: { currency, content } }: { receipt: Receipt }) {
  const { payment, refundsNumber } = content;
  const provider = providerName(payment.provider) ?? payment.provider;
  return (
    <footer className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line pt-4 text-xs break-all text-ink-2">
      <span>All amounts in {currency}</span>
      {refundsNumber && <span>Refund of receipt {refundsNumber}</span>}
      {payment.transactionId && (
        <span>
          {provider} transaction {payment.transactionId}
        </span>
      )}
      {payment.subscriptionId && (
        <span>
          {subscriptionTerm(payment.provider)} {payment.subscriptionId}
        </span>
      )}
    </footer>
  );
}

/** A receipt as it is printed: number, date, payer, payee, and lines. */
function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  const { number, kind, issuedAt, total, currency, planName, content } = receipt;
  const { seller, buyer, payment, periodStart, periodEnd } = content;
  const provider = providerName(payment.provider) ?? payment.provider;
  const isRefund = kind === 'refund';
  return (
    <article
      className={`grid w-full max-w-[720px] gap-7 rounded-sm border border-line bg-surface px-5 py-6 text-sm text-ink sm:gap-9 sm:px-14 sm:py-13 ${onPaper}`}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Brand />
        <span className="text-ink-2">
          {isRefund ? 'Refund' : 'Receipt'} {number}
        </span>
      </header>
      <div>
        <h1 className="text-[2rem]/[1.15] font-bold tracking-[-0.03em]">
          {formatAmount(Math.abs(total), currency)} {isRefund ? 'refunded' : 'paid'}
        </h1>
        <p className="text-ink-2">
          on {formatDay(payment.paidAt)} with {provider}
          {formatDay(payment.paidAt) !== formatDay(issuedAt) && `, issued on ${formatDay(issuedAt)}`}
        </p>
      </div>
      <dl className="grid gap-x-7 gap-y-5 sm:auto-cols-fr sm:grid-flow-col print:auto-cols-fr print:grid-flow-col">
        <Who term="Billed to">
          <PartyLines {...buyer} />
        </Who>
        {isKnown(seller) && (
          <Who term="Sold by">
            <PartyLines {...seller} />
          </Who>
        )}
        <Who term="Subscription">
          {planName}
          {periodStart && periodEnd && (
            <span className="block text-ink-2">
              {formatDay(periodStart)} to {formatDay(periodEnd)}
            </span>
          )}
        </Who>
      </dl>
      <div className="grid gap-3">
        <Amounts receipt={receipt} />
        {content.taxNote && <p className="break-words text-ink-2">{content.taxNote}</p>}
      </div>
      <Footer receipt={receipt} />
    </article>
  );
}

function LoadedReceipt({ number }: { number: string }) {
  const { data: receipt } = useSuspenseQuery(receiptQuery(number));
  return <ReceiptPaper receipt={receipt} />;
}

const paper = 'w-full max-w-[720px] rounded-sm border border-line bg-surface';

/** A receipt on the screen, with a link back and a button to print it. */
export function ReceiptSection({ number }: { number: string }) {
  usePageTitle(`Receipt ${number}`);
  return (
    <main className="grid min-h-dvh content-start justify-items-center gap-4 bg-canvas px-4 py-6 md:py-8 print:block print:min-h-0 print:bg-transparent print:p-0">
      <div className="flex w-full max-w-[720px] items-center justify-between gap-3 print:hidden">
        <Link
          to="/subscription"
          activeOptions={{ exact: true }}
          className="gap-1.5 text-sm font-medium text-ink-2 hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to Subscription
        </Link>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          Print
        </Button>
      </div>
      <PanelBoundary
        skeleton={
          <Loading label="Loading the receipt" className={`${paper} grid gap-9 px-5 py-6 sm:px-14 sm:py-13`}>
            <Skeleton className="h-6 w-32" />
            <Skeleton className="h-9 w-44" />
            <Skeleton className="h-20 w-full" />
            <Skeleton className="h-40 w-full" />
          </Loading>
        }
        failure={(retry) => (
          <div className={paper}>
            <ErrorState
              message="This receipt could not be loaded, or it is not one of yours."
              onRetry={retry}
            />
          </div>
        )}
      >
        <LoadedReceipt number={number} />
      </PanelBoundary>
    </main>
  );
}
