import { cx } from '@picksync/ui/class-names.ts';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Loading } from '@picksync/ui/skeleton.tsx';
import { type ComponentType, type ReactNode, useId } from 'react';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';

type PagePanelProps = {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  /** Chooses what the panel lists. On a phone it has a line of its own. */
  filter?: ReactNode;
  children: ReactNode;
};

/** A panel of the page: its heading, a note beside it, and its actions. */
export function PagePanel({ title, note, actions, filter, children }: PagePanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3.5 pb-2.5 md:px-5">
        <h2 id={id} className="text-md font-semi">
          {title}
        </h2>
        {note && <div className="tabular text-xs text-ink-2">{note}</div>}
        {actions && <div className="ms-auto flex items-center gap-3">{actions}</div>}
        {filter && <div className="ms-auto max-sm:w-full">{filter}</div>}
      </header>
      {children}
    </section>
  );
}

type LoadedPanelProps = {
  /** The panel with its head, around what is loaded and what stands there before. */
  frame: ComponentType<{ children: ReactNode }>;
  loading: string;
  skeleton: ReactNode;
  failure: string;
  children: ReactNode;
};

/** A panel whose content is loaded: meanwhile, and where that fails, its frame stands already. */
export function LoadedPanel({ frame: Frame, loading, skeleton, failure, children }: LoadedPanelProps) {
  return (
    <PanelBoundary
      skeleton={
        <Frame>
          <Loading label={loading} className="grid gap-3 px-4 pb-5 md:px-5">
            {skeleton}
          </Loading>
        </Frame>
      }
      failure={(retry) => (
        <Frame>
          <ErrorState message={failure} onRetry={retry} />
        </Frame>
      )}
    >
      {children}
    </PanelBoundary>
  );
}

type PanelButtonProps = {
  pending?: boolean;
  /** What it does, where several say the same. */
  label?: string;
  /** Whether it stands in a line of text, which is no higher for it under a finger. */
  inText?: boolean;
  onClick: () => void;
  children: string;
};

/** What can be done, in the head of a panel. */
export function PanelButton({ pending = false, label, inText, onClick, children }: PanelButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={() => !pending && onClick()}
      className={cx(
        'rounded-sm text-sm font-semi whitespace-nowrap text-accent hover:underline aria-disabled:cursor-wait aria-disabled:text-ink-3',
        inText &&
          'relative pointer-coarse:min-h-0 pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-3',
      )}
    >
      {children}
    </button>
  );
}
