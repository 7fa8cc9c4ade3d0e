import { ExternalLink } from 'lucide-react';
import type { PaymentToSettle } from '../../../api/admin.queries.ts';
import { payeeNames } from '../payee-names.ts';

/** A link to the payment on the provider's own pages, in a new tab; draws nothing where there is none. */
export function ProviderPageLink({ payment }: { payment: PaymentToSettle }) {
  const { provider, providerPage, paymentId } = payment;
  if (providerPage === null) return null;
  return (
    <a
      href={providerPage}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1 text-sm font-semi whitespace-nowrap text-accent hover:underline"
    >
      Open at {payeeNames[provider]}
      <ExternalLink aria-hidden="true" strokeWidth={2} className="size-3.5" />
      <span className="sr-only">: {paymentId}, in a new tab</span>
    </a>
  );
}
