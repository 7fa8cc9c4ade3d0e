import { type Automation, describeLeftOut, type RunWarning, runWarnings } from '@picksync/contracts';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { NoteRow } from '@picksync/ui/table.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { Link } from '@tanstack/react-router';
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  beyondPlan,
  isLimited,
  restsAfterRestore,
  slowText,
  stillPaused,
  waitingText,
} from '../automation-status.tsx';
import { reviewLabel } from '../review/review-texts.ts';
import { HelpOn, SheetLink, sheetToFix } from '../sheet-link.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { findNextStep, lacksPlan } from './next-step.ts';
import { ActivateButton } from './use-automation-actions.tsx';
import { useAutomationLinks } from './use-automation-links.ts';

/** A note about an automation beneath its row. */
type Note = { tone: 'bad' | 'warn' | 'neutral'; text: string };

type AutomationNotesProps = {
  automation: Automation;
  columns: number;
  /** Whether the list is long: a review has its button in the row, and what is well is left to the automation's page. */
  isCompact: boolean;
  /** Whether a card above the list says what is wrong, for all automations that have the same cause. */
  isCovered: boolean;
};

/** The problems and the next step, in the whole width under the row; draws nothing while there are none. */
export function AutomationNotes({ automation, columns, isCompact, isCovered }: AutomationNotesProps) {
  const isShown = isCompact
    ? !isCovered && automation.review === null && isHeldUp(automation)
    : !isCovered && listNotes(automation, new Date()).length > 0;
  if (!isShown) return null;
  return (
    <NoteRow columns={columns}>
      <NotesAndStep automation={automation} />
    </NoteRow>
  );
}

/** Whether it does not go on, or not as it should. */
function isHeldUp({ waiting, slowSince, lastError, pausedBy }: Automation): boolean {
  return (
    waiting !== null ||
    slowSince !== null ||
    lastError !== null ||
    pausedBy === 'system' ||
    pausedBy === 'plan'
  );
}

/** The notes on an automation, one below the other, with the button for the next step. */
function NotesAndStep({ automation }: { automation: Automation }) {
  const isReadOnly = useReadOnly();
  const now = useNow(automation.waiting?.nextTryAt);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="grid min-w-0 flex-[1_1_320px] gap-1 text-xs text-pretty">
        {listNotes(automation, now).map((note) => (
          <NoteLine
            key={note.text}
            note={note}
            help={note.text === automation.lastError && <HelpOn automation={automation} />}
          />
        ))}
      </div>
      {!isReadOnly && <NoteActions automation={automation} />}
    </div>
  );
}

const looks: Record<Note['tone'], { icon: LucideIcon; className: string }> = {
  bad: { icon: CircleAlert, className: 'text-bad' },
  warn: { icon: TriangleAlert, className: 'text-warn' },
  neutral: { icon: Info, className: 'text-ink-3' },
};

function NoteLine({ note, help }: { note: Note; help: ReactNode }) {
  const { icon: Icon, className } = looks[note.tone];
  return (
    <p className={`flex gap-2 ${note.tone === 'neutral' ? 'text-ink-3' : 'text-ink-2'}`}>
      <Icon aria-hidden="true" strokeWidth={1.75} className={`mt-px size-4 shrink-0 ${className}`} />
      <span>
        {note.text} {help}
      </span>
    </p>
  );
}

/**
 * Returns the notes, in this order: why nothing happens now, errors, warnings of the last run. A limit of calls comes after the
 * errors: it is over by itself.
 */
export function listNotes(automation: Automation, now: Date): Note[] {
  const { waiting, slowSince, lastError, lastRun, pausedBy } = automation;
  const tone = lastRun?.outcome === 'waiting_review' ? 'warn' : 'bad';
  const warnings = lastRun?.warnings ?? [];
  const waits = waiting ? [{ tone: 'warn', text: waitingText(waiting, now) } as const] : [];
  const isLast = isLimited(waiting);
  return [
    ...(isLast ? [] : waits),
    ...(slowSince === null ? [] : [{ tone: 'warn', text: slowText(slowSince, now) } as const]),
    ...(lastError === null ? [] : [{ tone, text: lastError } as const]),
    ...(pausedBy === 'system' && lastError === null ? [{ tone: 'neutral', text: stillPaused } as const] : []),
    ...(pausedBy === 'plan' ? [{ tone: 'neutral', text: beyondPlan } as const] : []),
    ...(pausedBy === 'restore' ? [{ tone: 'neutral', text: restsAfterRestore } as const] : []),
    ...(isLast ? waits : []),
    ...warnings.map((warning) => ({ tone: toTone(warning), text: warningText(warning, lastRun) })),
  ];
}

/** Returns a warning in words, with its number where the run has counted. */
function warningText(warning: RunWarning, lastRun: Automation['lastRun']): string {
  const { withoutAddress = 0 } = lastRun ?? {};
  if (warning !== 'contacts_without_address' || withoutAddress === 0) return runWarnings[warning];
  return describeLeftOut(withoutAddress);
}

function toTone(warning: RunWarning): Note['tone'] {
  return warning === 'near_option_limit' ? 'warn' : 'neutral';
}

/** What can be done about what is wrong. */
function NoteActions({ automation }: { automation: Automation }) {
  const { edit, review } = useAutomationLinks();
  const step = findNextStep(automation);
  const sheet = sheetToFix(automation);
  const { pausedBy } = automation;
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden @max-[30rem]:ms-6">
      {sheet && <SheetLink {...sheet} />}
      {(lacksPlan(automation) || pausedBy === 'plan') && (
        <Link to="/subscription" className={buttonClass({ size: 'sm' })}>
          View Plans
        </Link>
      )}
      {step && (
        <Button size="sm" onClick={() => edit(automation, step.field)}>
          {step.label}
        </Button>
      )}
      {pausedBy && pausedBy !== 'user' && (
        <ActivateButton automation={automation} size="sm" pendingLabel="Activating..." />
      )}
      {automation.review && (
        <Button size="sm" variant="primary" onClick={() => review(automation)}>
          {reviewLabel(automation.review)}
        </Button>
      )}
    </div>
  );
}
