import {
  formatNumber,
  isolated,
  type Preview,
  pluralize,
  previewNote,
  previewNoun,
  type Sheet,
  usedSentence,
} from '@picksync/contracts';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { TriangleAlert } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { isAboutCase, notAgain, tickWords } from '../../preview-texts.ts';
import { SheetLink } from '../../sheet-link.tsx';
import type { FormAnswer } from '../use-form-answer.ts';
import type { PreviewFixes } from '../use-form-parts.ts';

type PreviewWarningsProps = {
  preview: Preview;
  /** The sheet that is read. */
  source: Pick<Sheet, 'name' | 'permalink'> | null;
  fixes: PreviewFixes;
  /** The tick that approves what is shown; null where it is not offered. */
  tick: FormAnswer['tick'];
  /** Whether it is the first sync that is previewed. */
  isNew: boolean;
};

/** The warnings about a preview, each with its fix. Values that were merely left out are listed below the chips. */
export function PreviewWarnings({ preview, source, fixes, tick, isNew }: PreviewWarningsProps) {
  const { reason, verdict, optionCountAfter, optionLimit } = preview;
  // The tick says both.
  const used = tick ? null : usedSentence(preview);
  const keptNow = preview.newNames
    ? 'Contacts that are used are kept now.'
    : 'Options that are used are kept now.';
  const isStopped = verdict === 'refused' || (verdict === 'waiting_review' && !tick);
  const note = isStopped ? previewNote(preview) : null;
  const [announcement, setAnnouncement] = useState('');
  /**
   * Fixes the problem here. The button disappears then, so the focus moves to the heading, and the change is announced.
   */
  const applyFix = (act: () => void, done: string) => (event: MouseEvent<HTMLElement>) => {
    act();
    setAnnouncement(done);
    event.currentTarget.closest('section')?.querySelector('h2')?.focus();
  };
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {tick && (
        <ApprovalTick preview={preview} tick={tick} isNew={isNew}>
          {fixes.keepUsed && preview.used.rows > 0 && (
            <button type="button" onClick={applyFix(fixes.keepUsed, keptNow)} className={linkLook}>
              {`Keep ${previewNoun(preview)}s that rows use`}
            </button>
          )}
          {reason === 'wipe_guard' && (
            <button type="button" onClick={fixes.changeLimit} className={linkLook}>
              Change the removal limit
            </button>
          )}
        </ApprovalTick>
      )}
      <ul className="grid gap-2 empty:hidden">
        {note && (
          <Warning
            tone={verdict === 'refused' ? 'bad' : 'warn'}
            fix={
              reason === 'wipe_guard'
                ? { label: 'Change the removal limit', act: fixes.changeLimit }
                : reason === 'too_many_options' && fixes.addFilter
                  ? { label: 'Add a filter', act: fixes.addFilter }
                  : undefined
            }
          >
            {note}
          </Warning>
        )}
        {used && (
          <Warning
            detail={`They keep their text. ${notAgain(preview)}`}
            fix={
              fixes.keepUsed && {
                label: `Keep ${previewNoun(preview)}s that are used`,
                act: applyFix(fixes.keepUsed, keptNow),
              }
            }
          >
            {used}
          </Warning>
        )}
        {preview.warnings
          .filter(({ code }) => !leftOut.includes(code) && code !== 'near_option_limit')
          .map(({ message, rowNumbers }) => (
            <Warning
              key={message}
              more={
                rowNumbers && rowNumbers.length > 1 && <BothRows rowNumbers={rowNumbers} source={source} />
              }
              fix={
                fixes.ignoreCase && isAboutCase(preview, message)
                  ? { label: 'Ignore case', act: applyFix(fixes.ignoreCase, 'Case is ignored now.') }
                  : undefined
              }
            >
              {message}
            </Warning>
          ))}
        {preview.warnings.some(({ code }) => code === 'near_option_limit') && (
          <Warning>
            {pluralize(optionCountAfter, previewNoun(preview))} of {formatNumber(optionLimit)} that fit.
            Beyond that no sync writes.
          </Warning>
        )}
      </ul>
    </>
  );
}

type ApprovalTickProps = {
  preview: Preview;
  tick: NonNullable<FormAnswer['tick']>;
  isNew: boolean;
  children: ReactNode;
};

/** What the sync would do beyond what it may do unasked, with the tick that approves exactly that. */
function ApprovalTick({ preview, tick, isNew, children }: ApprovalTickProps) {
  const words = tickWords(preview);
  const [which, send] = isNew ? ['first', 'Create'] : ['next', 'Save'];
  return (
    <div className="grid gap-2.5 rounded-md border border-warn bg-warn-soft p-3 text-sm">
      <div>
        <p className="font-semi">{words.title}</p>
        <p>{words.text}</p>
      </div>
      <div className="rounded-sm bg-surface px-2.5 py-2">
        <Checkbox
          label={words.label}
          hint={
            tick.isTicked
              ? `${send} does exactly what is shown here.`
              : `Without this tick, the ${which} sync waits for your review.`
          }
          checked={tick.isTicked}
          onChange={tick.setTicked}
        />
      </div>
      <div className="flex flex-wrap gap-x-4 gap-y-1 empty:hidden">{children}</div>
    </div>
  );
}

const leftOut: readonly string[] = [
  'repeats',
  'blanks',
  'formula_errors',
  'no_address',
  'duplicates_dropped',
];

/** What was left out of the list, in a line. */
export function PreviewLeftOut({ warnings }: Pick<Preview, 'warnings'>) {
  const messages = warnings.filter(({ code }) => leftOut.includes(code)).map(({ message }) => message);
  if (messages.length === 0) return null;
  return <p className="text-xs text-pretty text-ink-2">{messages.join(' ')}</p>;
}

type WarningProps = {
  tone?: 'warn' | 'bad';
  detail?: string;
  fix?: { label: string; act: (event: MouseEvent<HTMLElement>) => void } | undefined;
  more?: ReactNode;
  children: ReactNode;
};

type BothRowsProps = { rowNumbers: readonly number[]; source: PreviewWarningsProps['source'] };

/** The rows of two values, on request. */
function BothRows({ rowNumbers, source }: BothRowsProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <button type="button" onClick={() => setOpen(true)} className={linkLook}>
        Show both rows
      </button>
    );
  const rows = rowNumbers.map((row) => formatNumber(row)).join(' and ');
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 text-xs text-ink-2">
      They stand in rows {rows}
      {source ? ` of ${isolated(source.name)}` : ''}.
      {source && <SheetLink permalink={source.permalink} sheet={source.name} label="Open the source" />}
    </p>
  );
}

const linkLook = 'rounded-sm text-xs font-semi text-ink underline underline-offset-[3px]';

function Warning({ tone = 'warn', detail, fix, more, children }: WarningProps) {
  return (
    <li
      className={`flex gap-2.5 rounded-md px-3 py-2 text-sm forced-colors:border ${tone === 'bad' ? 'bg-bad-soft' : 'bg-warn-soft'}`}
    >
      <TriangleAlert
        aria-hidden="true"
        className={`mt-0.5 size-4 shrink-0 ${tone === 'bad' ? 'text-bad' : 'text-warn'}`}
      />
      <div className="grid min-w-0 justify-items-start">
        <p className="min-w-0 break-words">{children}</p>
        {detail && <p className="text-xs text-ink-2">{detail}</p>}
        {fix && (
          <button type="button" onClick={fix.act} className={linkLook}>
            {fix.label}
          </button>
        )}
        {more}
      </div>
    </li>
  );
}
