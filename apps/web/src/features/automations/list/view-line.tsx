import { cx } from '@picksync/ui/class-names.ts';
import { copyLink } from '../../../stores/copy-link.ts';
import { clearFilters, isNarrowed, useListView } from './list-view.ts';
import { getViewAddress } from './use-list-address.ts';

const linkClass = 'rounded-sm font-medium text-accent hover:underline';

/** How much of the list is shown, and the view as a link. It stands there while the list is not shown as usual. */
export function ViewLine({ shown, total }: { shown: number; total: number }) {
  const view = useListView();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 text-sm md:px-5">
      <p role="status" className="tabular text-ink-2">
        {shown.toLocaleString('en-US')} of {total.toLocaleString('en-US')} shown
      </p>
      {isNarrowed(view) && (
        <button type="button" onClick={clearFilters} className={linkClass}>
          Show all
        </button>
      )}
      <button
        type="button"
        onClick={() => void copyLink(getViewAddress())}
        className={cx(linkClass, 'ms-auto')}
      >
        Copy link to this view
      </button>
    </div>
  );
}
