import type { ReactNode } from 'react';

type FrameProps = { title: string; note?: ReactNode; isBusy?: boolean; children: ReactNode };

/** A heading and content: the frame of every state of the preview. */
export function PreviewFrame({ title, note, isBusy, children }: FrameProps) {
  return (
    <section
      aria-label="Preview"
      aria-busy={isBusy || undefined}
      className="grid min-w-0 content-start gap-4"
    >
      <div className="grid gap-0.5">
        <h2 tabIndex={-1} aria-live="polite" className="text-lg leading-6 font-bold tracking-[-0.008em]">
          {title}
        </h2>
        {note}
      </div>
      {children}
    </section>
  );
}
