import type { Automation } from '@picksync/contracts';
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { NoteRow } from '../../ui/table.tsx';
import { type Note, nextStepOf, notesOf } from './automation.notes.ts';
import { useAutomationActions } from './use-automation-actions.ts';
import type { Edit } from './use-editing.ts';

const looks: Record<Note['tone'], { icon: LucideIcon; className: string }> = {
  bad: { icon: CircleAlert, className: 'text-bad' },
  warn: { icon: TriangleAlert, className: 'text-warn' },
  neutral: { icon: Info, className: 'text-ink-3' },
};

const NoteLine = ({ note }: { note: Note }) => {
  const { icon: Icon, className } = looks[note.tone];
  return (
    <p className={`flex gap-2 ${note.tone === 'neutral' ? 'text-ink-3' : 'text-ink-2'}`}>
      <Icon aria-hidden="true" strokeWidth={1.75} className={`mt-px size-4 shrink-0 ${className}`} />
      {note.text}
    </p>
  );
};

/** Asks again for the target of an automation that the system has paused. */
const ActivateButton = ({ automation }: { automation: Automation }) => {
  const { toggle } = useAutomationActions(automation);
  return (
    <Button size="sm" pending={toggle.isPending} onClick={() => toggle.mutate()}>
      Activate
    </Button>
  );
};

type AutomationNotesProps = {
  automation: Automation;
  columns: number;
  onEdit: Edit;
  onReview: () => void;
};

/** What is wrong and the next step, in the whole width under the row; nothing while all is well. */
export const AutomationNotes = ({ automation, columns, onEdit, onReview }: AutomationNotesProps) => {
  const notes = notesOf(automation);
  const step = nextStepOf(automation);
  if (notes.length === 0) return null;
  return (
    <NoteRow columns={columns}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid min-w-0 flex-[1_1_320px] gap-1 text-xs text-pretty">
          {notes.map((note) => (
            <NoteLine key={note.text} note={note} />
          ))}
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden @max-[480px]:ml-6">
          {step && (
            <Button size="sm" onClick={() => onEdit(automation, step.field)}>
              {step.label}
            </Button>
          )}
          {automation.pausedBy === 'system' && <ActivateButton automation={automation} />}
          {automation.review && (
            <Button size="sm" variant="primary" onClick={onReview}>
              Review
            </Button>
          )}
        </div>
      </div>
    </NoteRow>
  );
};
