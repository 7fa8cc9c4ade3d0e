import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode, Suspense, useEffect } from 'react';

type PageHeadProps = {
  title: string;
  /** Beside the title, such as a button that changes it. */
  beside?: ReactNode;
  facts: ReactNode;
  actions?: ReactNode;
};

/** What a page is called, how things stand, and what can be done with all of it. */
export function PageHead({ title, beside, facts, actions }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Picksync sandbox`;
  }, [title]);
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-4 md:px-6">
      <div className="min-w-0">
        <div className="flex items-center gap-2">
          <h1 className="min-w-0 truncate text-xl font-bold tracking-[-0.014em]">{title}</h1>
          {beside}
        </div>
        <p className="text-sm text-ink-2">{facts}</p>
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}

/** A page that scrolls as a whole. */
export function PageBody({ children }: { children: ReactNode }) {
  return <div className="grid content-start gap-6 px-4 pb-8 md:px-6">{children}</div>;
}

function PageShape() {
  return (
    <Loading label="Loading" className="grid gap-6 px-4 py-4 md:px-6">
      <div className="grid gap-2">
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-4 w-72 max-w-full" />
      </div>
      <Skeleton className="h-64" />
    </Loading>
  );
}

/** Waits for the data of a page, and says what went wrong where it could not be read. */
export class PageBoundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null };

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    const { message } = this.state;
    if (message === null) return <Suspense fallback={<PageShape />}>{this.props.children}</Suspense>;
    return (
      <>
        <PageHead title="This page could not be shown" facts="" />
        <EmptyState icon={TriangleAlert} title="Nothing to show" text={message} />
      </>
    );
  }
}
