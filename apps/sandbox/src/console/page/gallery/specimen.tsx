import type { ReactNode } from 'react';

type Theme = 'light' | 'dark';

type SpecimenProps = {
  name: string;
  /** A function where what is shown names itself: no two parts of a page have one name. */
  children: ReactNode | ((theme: Theme) => ReactNode);
};

/** A component: its name, and its states side by side in light and in dark. */
export function Specimen({ name, children }: SpecimenProps) {
  return (
    <section aria-label={name} className="grid gap-2">
      <h2 className="text-sm font-semi text-ink-2">{name}</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
        {(['light', 'dark'] as const).map((theme) => (
          <div
            key={theme}
            data-theme={theme}
            className="grid min-w-0 content-start gap-4 rounded-lg border border-line bg-canvas p-4 text-ink"
          >
            {typeof children === 'function' ? children(theme) : children}
          </div>
        ))}
      </div>
    </section>
  );
}

/** States that stand in a line. */
export function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
