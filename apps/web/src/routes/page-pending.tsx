import { hasSidebar } from '@picksync/contracts';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { storedToken } from '../stores/session-storage.ts';
import { Brand, BrandMark } from '../ui/brand-mark.tsx';

/**
 * Shown while the page is not known yet: the skeleton of the dashboard for a user who was signed in, else, and where the
 * page has no sidebar, the logo.
 */
export function PagePending() {
  return storedToken() && hasSidebar(window.location.pathname) ? <ShellShape /> : <MarkShape />;
}

export function MarkShape() {
  return (
    <div role="status" className="grid min-h-dvh animate-pulse place-items-center bg-canvas">
      <BrandMark size={36} />
      <span className="sr-only">Loading</span>
    </div>
  );
}

const bars = ['a', 'b', 'c', 'd'];

/** The skeleton of the page beside the sidebar. */
function PageShape() {
  return (
    <>
      <div className="grid gap-2">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {bars.map((bar) => (
          <Skeleton key={bar} className="h-[124px] rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-72 rounded-lg" />
    </>
  );
}

/** The skeleton of the dashboard, until the session is known. */
export function ShellShape() {
  return (
    <Loading
      label="Loading"
      className="grid min-h-dvh bg-canvas max-md:content-start md:grid-cols-[clamp(256px,30vw,16rem)_minmax(0,1fr)]"
    >
      <div className="border-line bg-surface max-md:flex max-md:min-h-[53px] max-md:items-center max-md:border-b max-md:px-4 md:border-e md:px-5 md:py-5">
        <Brand />
        <div className="mt-8 grid gap-4 max-md:hidden">
          {bars.map((bar) => (
            <Skeleton key={bar} className="h-5 w-36" />
          ))}
        </div>
      </div>
      <div className="grid content-start gap-4 p-4 md:gap-6 md:px-8 md:py-6">
        <PageShape />
      </div>
    </Loading>
  );
}
