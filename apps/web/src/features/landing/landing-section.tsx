import type { ReactNode } from 'react';

type LandingSectionProps = { id?: string; title: string; text?: string; children: ReactNode };

export function LandingSection({ id, title, text, children }: LandingSectionProps) {
  return (
    <section id={id} aria-label={title} className="grid scroll-mt-20 gap-7">
      <div className="grid gap-1.5">
        <h2 className="text-2xl font-bold tracking-[-0.02em]">{title}</h2>
        {text && <p className="max-w-[60ch] text-ink-2">{text}</p>}
      </div>
      {children}
    </section>
  );
}
