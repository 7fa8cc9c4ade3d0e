import { cx } from '@picksync/ui/class-names.ts';

type DifferenceFiguresProps = {
  added: number;
  removed: number;
  kept: number;
  after: number;
  /** Options that get another name; where there are any, they stand in the place of those that are kept. */
  renamed?: number;
  /** What the list holds. Default: options. */
  noun?: 'option' | 'contact';
  /** Contacts that get another name; they stand in the place of those that are kept as well. */
  newNames?: number;
};

/** What a difference comes to: four figures, and their shares as a bar. */
export function DifferenceFigures(props: DifferenceFiguresProps) {
  const { added, removed, kept, after, renamed = 0, noun = 'option', newNames = 0 } = props;
  return (
    <div className="grid gap-3">
      <dl className="tabular grid grid-cols-[1fr_1fr_1fr_auto] gap-2">
        {renamed > 0 && <Figure name="renamed" text={amount(renamed)} colour="text-accent" />}
        <Figure name="added" text={added > 0 ? `+${amount(added)}` : '0'} colour={added > 0 && 'text-good'} />
        <Figure
          name="removed"
          text={removed > 0 ? `−${amount(removed)}` : '0'}
          colour={removed > 0 && 'text-bad'}
        />
        {newNames > 0 && (
          <Figure
            name={newNames === 1 ? 'new name' : 'new names'}
            text={amount(newNames)}
            colour="text-accent"
          />
        )}
        {renamed + newNames === 0 && <Figure name="kept" text={amount(kept)} />}
        <Figure name={`${noun}${after === 1 ? '' : 's'} after`} text={amount(after)} />
      </dl>
      <DifferenceBar
        parts={[
          { kind: 'kept', count: kept - newNames },
          { kind: 'renamed', count: renamed + newNames },
          { kind: 'added', count: added },
          { kind: 'removed', count: removed },
        ]}
      />
    </div>
  );
}

function amount(count: number): string {
  return count.toLocaleString('en-US');
}

type FigureProps = { name: string; text: string; colour?: string | false };

/** One of the figures of a difference, above its name. */
export function Figure({ name, text, colour }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end">
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className={cx('text-xl font-bold tracking-[-0.01em]', colour)}>{text}</dd>
    </div>
  );
}

const colours = {
  kept: 'bg-edge/60',
  renamed: 'bg-accent',
  added: 'bg-good',
  removed: 'bg-bad',
  used: 'bg-warn',
  over: 'bg-bad',
  free: 'bg-line',
};

type DifferenceBarProps = { parts: readonly { kind: keyof typeof colours; count: number }[] };

/** Shares as a thin line; what it shows stands in words beside it. */
export function DifferenceBar({ parts }: DifferenceBarProps) {
  return (
    <div aria-hidden="true" className="flex h-1.5 gap-0.5">
      {parts
        .filter(({ count }) => count > 0)
        .map(({ kind, count }, index) => (
          <span
            key={`${kind} ${index}`}
            style={{ flexGrow: count }}
            className={cx('min-w-1 basis-0 rounded-full forced-colors:border', colours[kind])}
          />
        ))}
    </div>
  );
}
