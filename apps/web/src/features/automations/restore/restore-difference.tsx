import { type ListNoun, pluralize, type RestorePreview } from '@picksync/contracts';
import { Figure } from '../../../ui/difference-figures.tsx';
import { PreviewChips } from '../preview-chips.tsx';
import { Bar, type BarPart } from '../split-bar.tsx';
import { rowsSentence } from './restore-texts.ts';

type RestoreDifferenceProps = { preview: RestorePreview; noun: ListNoun };

/** What a restore would change: both lists as bars, on a phone as figures, and the options that come and go. */
export function RestoreDifference({ preview, noun }: RestoreDifferenceProps) {
  const { added, removed } = preview;
  return (
    <section
      aria-label="What would change"
      className="grid gap-4 rounded-lg border border-line bg-surface p-4 text-sm md:p-5"
    >
      <Figures preview={preview} />
      <Bars preview={preview} noun={noun} />
      <PreviewChips title="Comes back" kind="added" {...added} />
      <PreviewChips title="Goes" kind="removed" {...removed} />
      {added.count + removed.count === 0 && (
        <p>{`The same ${noun}s are in the list already. Only their order is put back.`}</p>
      )}
      <p className="text-pretty">{rowsSentence(preview, noun)}</p>
    </section>
  );
}

function Bars({ preview, noun }: RestoreDifferenceProps) {
  const { staying, optionCount: now, optionCountAfter: after } = preview;
  const [added, removed] = [preview.added.count, preview.removed.count];
  const widest = Math.max(now, after, 1);
  const stay: BarPart = {
    kind: 'kept',
    count: staying,
    text: staying * 2 >= widest ? `${staying} stay` : `${staying}`,
  };
  return (
    <div className="grid gap-1.5 max-md:hidden">
      <Bar
        name="Now"
        count={now}
        align="start"
        share={now / widest}
        label={`Now ${pluralize(now, noun)}: ${staying} stay, ${removed} would be removed`}
        parts={[stay, { kind: 'gone', count: removed, text: `−${removed}` }]}
      />
      <Bar
        name="After"
        count={after}
        align="start"
        share={after / widest}
        label={`After ${pluralize(after, noun)}: ${staying} stay, ${added} would come back`}
        parts={[stay, { kind: 'new', count: added, text: `+${added}` }]}
      />
    </div>
  );
}

/** The same as four figures, where there is no room for bars. */
function Figures({ preview }: { preview: RestorePreview }) {
  const { staying, optionCountAfter } = preview;
  const [added, removed] = [preview.added.count, preview.removed.count];
  return (
    <dl className="tabular grid grid-cols-[1fr_1fr_1fr_auto] gap-2 md:hidden">
      <Figure
        name={added === 1 ? 'comes back' : 'come back'}
        text={added > 0 ? `+${added}` : '0'}
        colour={added > 0 && 'text-good'}
      />
      <Figure
        name={removed === 1 ? 'goes' : 'go'}
        text={removed > 0 ? `−${removed}` : '0'}
        colour={removed > 0 && 'text-bad'}
      />
      <Figure name={staying === 1 ? 'stays' : 'stay'} text={`${staying}`} />
      <Figure name="after" text={`${optionCountAfter}`} />
    </dl>
  );
}
