import { isolated } from '@picksync/contracts';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { Link } from '@tanstack/react-router';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { formatDayOfYear, formatMoment } from '../../../ui/dates.ts';
import { askFor } from '../bulk/bulk-work.ts';
import { SheetLink } from '../sheet-link.tsx';
import type { Cause } from './causes.ts';
import { describeCause, type Remedy } from './describe-cause.ts';
import { useShowCause } from './use-causes.ts';

type Texts = ReturnType<typeof describeCause>;

/**
 * One card for each cause that holds several automations up, with what ends it. They stand in the panel of the list, so that
 * its head stays where it is when they come.
 */
export function CauseCards({ causes }: { causes: readonly Cause[] }) {
  if (causes.length === 0) return null;
  return (
    <section aria-label="Needs you" className="divide-y divide-line border-b border-line">
      {causes.map((cause) => (
        <CauseCard key={cause.key} cause={cause} />
      ))}
    </section>
  );
}

/** Returns since when it goes on, and when it ends by itself. */
function describeTime({ since, pausesAt }: Pick<Texts, 'since' | 'pausesAt'>): string | null {
  if (since === null) return null;
  const begun = `Failing since ${formatMoment(since)}.`;
  return pausesAt === null
    ? begun
    : `${begun} They pause on ${formatDayOfYear(pausesAt)} if nothing changes.`;
}

function CauseCard({ cause }: { cause: Cause }) {
  const { key, automations } = cause;
  const now = useNow();
  const showCause = useShowCause();
  const texts = describeCause(cause, now);
  const { title, text, tone } = texts;
  const Icon = tone === 'bad' ? CircleAlert : TriangleAlert;
  const lines = [text, describeTime(texts)].filter((line) => line !== null);
  return (
    <div className="grid grid-cols-[16px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 px-4 py-3.5 md:grid-cols-[16px_minmax(0,1fr)_auto] md:px-5">
      <Icon
        aria-hidden="true"
        strokeWidth={1.75}
        className={`mt-0.5 size-4 self-start ${tone === 'bad' ? 'text-bad' : 'text-warn'}`}
      />
      <div className="min-w-0 text-sm [overflow-wrap:anywhere]">
        <p className="font-semi text-pretty">{title}</p>
        <p className="text-xs text-pretty text-ink-2">
          {lines.join(' ')}{' '}
          <button
            type="button"
            onClick={() => showCause(key)}
            // As high as its sentence, with room for a finger around it.
            className="relative rounded-sm font-medium text-accent hover:underline pointer-coarse:min-h-0 pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-3.5"
          >
            Show the {automations.length}
          </button>
        </p>
      </div>
      {/* On a phone they have the whole width: two of them stand side by side. */}
      <div className="flex flex-wrap items-center gap-2 empty:hidden max-md:col-span-2">
        <Remedies cause={cause} texts={texts} />
      </div>
    </div>
  );
}

/** What ends the cause, the likeliest first. */
function Remedies({ cause, texts }: { cause: Cause; texts: Texts }) {
  return texts.remedies.map((remedy) => (
    <RemedyButton key={remedy} remedy={remedy} cause={cause} place={texts.place} />
  ));
}

type RemedyButtonProps = { remedy: Remedy; cause: Cause; place: Texts['place'] };

function RemedyButton({ remedy, cause, place }: RemedyButtonProps) {
  const ids = cause.automations.map(({ id }) => id);
  if (remedy === 'open-sheet')
    return place && <SheetLink permalink={place.permalink} sheet={isolated(place.sheet)} />;
  if (remedy === 'view-plans') {
    return (
      <Link to="/subscription" className={buttonClass()}>
        View Plans
      </Link>
    );
  }
  if (remedy === 'move') return <Button onClick={() => askFor('move', ids)}>Choose another sheet</Button>;
  if (remedy === 'move-source')
    return <Button onClick={() => askFor('move-source', ids)}>Choose another source</Button>;
  if (remedy === 'move-column')
    return <Button onClick={() => askFor('move-source', ids)}>Choose another column</Button>;
  return (
    <Button variant="quiet" className="max-md:first:ms-4" onClick={() => askFor('delete', ids)}>
      Delete all {ids.length}
    </Button>
  );
}
