import { ExternalLink } from 'lucide-react';
import { payeeNames } from '../payee-names.ts';

type ProviderPageLinkProps = {
  provider: keyof typeof payeeNames;
  page: string | null;
  /** The provider's id of what the page is about. */
  about: string | null;
};

/** A link to a payment or a dispute on the provider's own pages, in a new tab; draws nothing where there is none. */
export function ProviderPageLink({ provider, page, about }: ProviderPageLinkProps) {
  if (page === null) return null;
  return (
    <a
      href={page}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1 text-sm font-semi whitespace-nowrap text-accent hover:underline"
    >
      Open at {payeeNames[provider]}
      <ExternalLink aria-hidden="true" strokeWidth={2} className="size-3.5 shrink-0" />
      <span className="sr-only">: {about}, in a new tab</span>
    </a>
  );
}
