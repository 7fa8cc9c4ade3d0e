import { type Automation, isolated, type Preview, removalLimitText } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { Link } from '@tanstack/react-router';
import { pluralize } from '../../../ui/pluralize.ts';

type WhyStoppedProps = { automation: Automation; preview: Preview };

/** Why nothing was written: the dropdown before and after as two bars, the limit that was exceeded, and a sentence. */
export function WhyStopped({ automation, preview }: WhyStoppedProps) {
  const { reason, optionCount: before } = preview;
  const [added, removed] = [preview.added.count, preview.removed.count];
  const kept = Math.max(before - removed, 0);
  const after = kept + added;
  const widest = Math.max(before, after, 1);
  const hasRoom = (part: number, least = 0.5) => part >= widest * least;
  const stay: BarPart = { kind: 'kept', count: kept, text: hasRoom(kept) ? `${kept} stay` : `${kept}` };
  return (
    <section
      aria-label="Why it stopped"
      className="grid gap-4 rounded-lg border border-line bg-surface p-4 text-sm md:p-5"
    >
      {removed + added > 0 && (
        <div className="grid gap-1.5">
          <Bar
            name="Now"
            count={before}
            share={before / widest}
            label={`Now ${pluralize(before, 'option')}: ${removed} would be removed, ${kept} stay`}
            parts={[
              {
                kind: 'gone',
                count: removed,
                text: hasRoom(removed, 0.65) ? `${removed} would be removed` : `−${removed}`,
              },
              stay,
            ]}
            limit={reason === 'wipe_guard' ? automation.maxRemovalPercent || null : null}
          />
          {after > 0 && (
            <Bar
              name="After"
              count={after}
              share={after / widest}
              label={`After ${pluralize(after, 'option')}: ${added} new, ${kept} stay`}
              parts={[{ kind: 'new', count: added, text: `+${added}` }, stay]}
              limit={null}
            />
          )}
        </div>
      )}
      <p className="text-pretty">
        {whyText(automation, preview)} <WayOut automation={automation} preview={preview} />
      </p>
    </section>
  );
}

function whyText({ targetColumnName, sheetName, maxRemovalPercent }: Automation, preview: Preview): string {
  const { reason, removed, optionCount, used, rows } = preview;
  switch (reason) {
    case 'wipe_guard': {
      const percent = Math.round((removed.count / Math.max(optionCount, 1)) * 100);
      return `It would remove ${percent} % of the list, and asks you before it removes ${removalLimitText(maxRemovalPercent) ?? 'all'}. The source has ${pluralize(rows.valued, 'row')} with a value now.`;
    }
    case 'rows_would_come':
      return `The columns of this automation are new to each other. ${isolated(targetColumnName)} in ${isolated(sheetName)} has options that the source lacks, perhaps those of the column before.`;
    case 'rows_would_go':
      return `Somebody deleted these options in ${isolated(sheetName)}. In a two-way automation their rows go too, with everything in them.`;
    case 'drift_found':
      return 'You want to be asked before the list is put back.';
    default: {
      const use = used.rows > 0 ? `, and ${pluralize(used.rows, 'row uses', 'rows use')} them` : '';
      const all = removed.count === optionCount ? 'All ' : '';
      return `${all}${pluralize(removed.count, 'option')} of ${isolated(targetColumnName)} would be removed${use}. A dropdown is never emptied without you. ${emptyText(reason)}`;
    }
  }
}

function emptyText(reason: Preview['reason']): string {
  return reason === 'nothing_passes'
    ? 'The source column has values, but no row passes the filters.'
    : 'Often the column was cleared, or its rows were moved.';
}

/** A link to the settings that led to the review. */
function WayOut({ automation: { id, filters }, preview: { reason } }: WhyStoppedProps) {
  const isLimit = reason === 'wipe_guard';
  if (!isLimit && reason !== 'nothing_passes' && !(reason === 'source_empty' && filters)) return null;
  return (
    <Link
      to="/automations/$id"
      params={{ id }}
      search={{ dialog: 'edit', field: isLimit ? 'maxRemovalPercent' : 'filters' }}
      className="font-semi whitespace-nowrap text-accent hover:underline"
    >
      {isLimit ? 'Change the removal limit' : 'See the filters'}
    </Link>
  );
}

type BarProps = {
  name: string;
  count: number;
  /** How wide it is beside the other one. */
  share: number;
  label: string;
  parts: readonly BarPart[];
  /** The percentage that may be removed without a review; null for other reasons. */
  limit: number | null;
};

function Bar({ name, count, share, label, parts, limit }: BarProps) {
  return (
    <div className="grid grid-cols-[44px_minmax(0,1fr)_40px] items-end gap-3">
      <span className="text-ink-2">{name}</span>
      <div className="min-w-0">
        {limit !== null && <LimitMark limit={limit} at={100 - share * (100 - limit)} />}
        <div className="ms-auto flex" style={{ width: `${share * 100}%` }}>
          <SplitBar label={label} parts={parts} />
        </div>
      </div>
      <b className="tabular text-end font-semi">{count}</b>
    </div>
  );
}

/** The mark of the limit above its bar, `at` a percentage of the width. */
function LimitMark({ limit, at }: { limit: number; at: number }) {
  const side = at > 50 ? { right: `${100 - at}%`, paddingRight: 8 } : { left: `${at}%`, paddingLeft: 8 };
  return (
    <div aria-hidden="true" className="tabular relative h-6 text-xs text-ink-2">
      <span className="absolute whitespace-nowrap" style={side}>
        removal limit, {limit} %
      </span>
      <span className="absolute inset-y-0 -ml-px border-s-2 border-ink" style={{ left: `${at}%` }} />
    </div>
  );
}

const looks = {
  gone: 'bg-bad text-bad-ink',
  new: 'bg-good text-surface',
  kept: 'bg-line text-ink',
};

type BarPart = { kind: keyof typeof looks; count: number; text: string };

/** A whole and its parts, drawn to scale; parts that are zero are left out. `label` says it in words. */
function SplitBar({ label, parts }: { label: string; parts: readonly BarPart[] }) {
  return (
    <div role="img" aria-label={label} className="flex h-5 min-w-0 flex-1 gap-0.5 rounded-[4px] bg-sunken">
      {parts
        .filter(({ count }) => count > 0)
        .map(({ kind, count, text }) => (
          <span
            key={kind}
            style={{ flexGrow: count }}
            className={cx(
              'min-w-7 basis-0 truncate rounded-[4px] px-1 text-center text-xs leading-5 font-semi forced-colors:border forced-colors:leading-4.5',
              looks[kind],
            )}
          >
            {text}
          </span>
        ))}
    </div>
  );
}
