import {
  type Automation,
  isolated,
  noBreak,
  type Preview,
  pluralize,
  previewNoun,
  removalLimitText,
} from '@picksync/contracts';
import { Link } from '@tanstack/react-router';
import { Bar, type BarPart } from '../split-bar.tsx';

type WhyStoppedProps = { automation: Automation; preview: Preview };

/** Why nothing was written: the dropdown before and after as two bars, the limit that was exceeded, and a sentence. */
export function WhyStopped({ automation, preview }: WhyStoppedProps) {
  const { reason, optionCount: before } = preview;
  const noun = previewNoun(preview);
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
            label={`Now ${pluralize(before, noun)}: ${removed} would be removed, ${kept} stay`}
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
              label={`After ${pluralize(after, noun)}: ${added} new, ${kept} stay`}
              parts={[{ kind: 'new', count: added, text: `+${added}` }, stay]}
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
      return `It would remove ${percent}${noBreak}% of the list, and asks you before it removes ${removalLimitText(maxRemovalPercent, previewNoun(preview)) ?? 'all'}. The source has ${pluralize(rows.valued, 'row')} with a value now.`;
    }
    case 'fewer_source_sheets':
      return `${preview.message ?? 'The report reads fewer sheets than before.'} A sheet may only have been moved or unshared, and nobody tells us which.`;
    case 'rows_would_come':
      return `The columns of this automation are new to each other. ${isolated(targetColumnName)} in ${isolated(sheetName)} has options that the source lacks, perhaps those of the column before.`;
    case 'rows_would_go':
      return `Somebody deleted these options in ${isolated(sheetName)}. In a two-way automation their rows go too, with everything in them.`;
    case 'drift_found':
      return 'You want to be asked before the list is put back.';
    default: {
      const use = used.rows > 0 ? `, and ${pluralize(used.rows, 'row uses', 'rows use')} them` : '';
      const all = removed.count === optionCount ? 'All ' : '';
      return `${all}${pluralize(removed.count, previewNoun(preview))} of ${isolated(targetColumnName)} would be removed${use}. A list is never emptied without you. ${emptyText(reason)}`;
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
