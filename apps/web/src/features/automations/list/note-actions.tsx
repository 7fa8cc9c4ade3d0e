import type { Automation } from '@picksync/contracts';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { ActivateButton } from '../activate-button.tsx';
import { reviewLabel } from '../review/review-figures.ts';
import { SheetLink } from '../sheet-link.tsx';
import { sheetToFix } from '../sheet-to-fix.ts';
import { type Edit, getNextStep, lacksPlan } from './next-step.ts';

type NoteActionsProps = { automation: Automation; onEdit: Edit; onReview: () => void };

/** What can be done about what is wrong. */
export function NoteActions({ automation, onEdit, onReview }: NoteActionsProps) {
  const step = getNextStep(automation);
  const sheet = sheetToFix(automation);
  const { pausedBy } = automation;
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden @max-[30rem]:ml-6">
      {sheet && <SheetLink {...sheet} />}
      {(lacksPlan(automation) || pausedBy === 'plan') && (
        <Link to="/subscription" className={buttonClass({ size: 'sm' })}>
          View Plans
        </Link>
      )}
      {step && (
        <Button size="sm" onClick={() => onEdit(automation, step.field)}>
          {step.label}
        </Button>
      )}
      {(pausedBy === 'system' || pausedBy === 'plan') && (
        <ActivateButton automation={automation} size="sm" pendingLabel="Activating..." />
      )}
      {automation.review && (
        <Button size="sm" variant="primary" onClick={onReview}>
          {reviewLabel(automation.review)}
        </Button>
      )}
    </div>
  );
}
