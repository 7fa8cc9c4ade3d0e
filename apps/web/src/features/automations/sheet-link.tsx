import { cx } from '@picksync/ui/class-names.ts';
import { ExternalLink } from 'lucide-react';

type SheetLinkProps = {
  /** Where Smartsheet shows it; null while that is not known. */
  permalink: string | null;
  sheet: string;
  label?: string;
  className?: string;
};

const look =
  'inline-flex items-center gap-1 rounded-sm text-xs font-semi text-accent underline-offset-[3px] hover:underline';

/** A link to a sheet in Smartsheet, in a new tab; draws nothing while its address is not known. */
export function SheetLink({
  permalink,
  sheet,
  label = 'Open in Smartsheet',
  className = look,
}: SheetLinkProps) {
  if (permalink === null) return null;
  return (
    <a
      href={permalink}
      target="_blank"
      rel="noopener noreferrer"
      className={cx('whitespace-nowrap', className)}
    >
      {label}
      <ExternalLink aria-hidden="true" strokeWidth={2} className="size-3.5" />
      <span className="sr-only">: {sheet}, in a new tab</span>
    </a>
  );
}
