import type { ReactNode } from 'react';

/** A list of facts: names on the left, values on the right. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, text: ReactNode])[] }) {
  return (
    <dl className="grid gap-1.5 text-sm">
      {facts.map(([name, text]) => (
        <div key={name} className="grid grid-cols-[auto_minmax(0,1fr)] gap-4">
          <dt className="text-ink-2">{name}</dt>
          <dd className="text-right text-pretty [overflow-wrap:anywhere]">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
