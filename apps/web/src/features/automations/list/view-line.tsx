import { type Automation, formatNumber } from '@picksync/contracts';
import { useIsPhone } from '@picksync/ui/use-is-phone.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { savedViewsQuery } from '../../../api/saved-views.queries.ts';
import { copyLink } from '../../../stores/copy-link.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { loadZod } from '../lazy-dialogs.ts';
import { isSameView, toSavedSearch } from '../views/saved-views.ts';
import type { ViewDialog } from '../views/view-dialogs.tsx';
import { listSearch } from './list-search.ts';
import { clearFilters, isNarrowed, useListView } from './list-view.ts';
import { ViewsBeside, ViewsMenu } from './saved-view-choice.tsx';
import { getViewAddress } from './use-list-address.ts';

const ViewDialogs = lazyPart(
  async () => {
    await loadZod();
    return (await import('../views/view-dialogs.tsx')).ViewDialogs;
  },
  { floats: true },
);

const linkClass = 'rounded-sm font-medium text-accent hover:underline';

/** Up to how many views stand side by side. */
const mostBeside = 5;

type ViewLineProps = { automations: readonly Automation[]; shown: number };

/** How much of the list is shown, the saved views, and the view as a link. A list that is shown as usual needs none. */
export function ViewLine({ automations, shown }: ViewLineProps) {
  const view = useListView();
  const isPhone = useIsPhone();
  const { data: views = [] } = useQuery(savedViewsQuery);
  const [dialog, setDialog] = useState<ViewDialog | null>(null);
  const isUsual = !isNarrowed(view) && view.order === 'newest';
  const search = toSavedSearch(view);
  const current = views.find((one) => search !== null && isSameView(listSearch(one.search), search));
  // The usual view is the address of the page, and saved it would be a name for nothing: the list comes first.
  const isNeeded = !isUsual || views.length > 0;
  const openManage = () => setDialog({ kind: 'manage' });
  return (
    <>
      {isNeeded && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 text-sm md:px-5">
          {!isUsual && <Shown shown={shown} total={automations.length} />}
          {views.length > mostBeside || (isPhone && views.length > 0) ? (
            <ViewsMenu views={views} current={current} automations={automations} onManage={openManage} />
          ) : (
            views.length > 0 && <ViewsBeside views={views} onManage={openManage} />
          )}
          <span className="flex flex-wrap gap-x-4 gap-y-1 md:ms-auto">
            {search !== null && !current && (
              <button type="button" onClick={() => setDialog({ kind: 'save' })} className={linkClass}>
                Save this view
              </button>
            )}
            <button type="button" onClick={() => void copyLink(getViewAddress())} className={linkClass}>
              Copy link to this view
            </button>
          </span>
        </div>
      )}
      {dialog && <ViewDialogs open={dialog} views={views} search={search} onOpen={setDialog} />}
    </>
  );
}

function Shown({ shown, total }: { shown: number; total: number }) {
  const isCut = useListView(isNarrowed);
  return (
    <>
      <p role="status" className="tabular text-ink-2">
        {formatNumber(shown)} of {formatNumber(total)} shown
      </p>
      {isCut && (
        <button type="button" onClick={clearFilters} className={linkClass}>
          Show all
        </button>
      )}
    </>
  );
}
