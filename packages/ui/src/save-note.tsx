import { Check } from 'lucide-react';

export type Saving =
  | { state: 'saving' }
  /** The line is down; it is sent when it is back. */
  | { state: 'waiting' }
  | { state: 'saved'; time: string }
  | { state: 'failed'; reason: string; onRetry: () => void };

/** What became of a change that saves itself, beside it. */
export function SaveNote({ saving }: { saving: Saving }) {
  if (saving.state === 'failed')
    return (
      <div role="alert" className="text-xs/4.5 text-bad">
        Not saved. {saving.reason}{' '}
        <button type="button" onClick={saving.onRetry} className="font-semi underline">
          Try again
        </button>
      </div>
    );
  if (saving.state === 'waiting')
    return (
      <div role="status" className="text-xs/4.5 text-bad">
        Not saved, you are offline. It is sent when you are back.
      </div>
    );
  return (
    <div role="status" className="flex items-center gap-1 text-xs/4.5 text-ink-2">
      {saving.state === 'saved' ? (
        <>
          <Check aria-hidden="true" className="size-3.5 text-good" />
          Saved {saving.time}
        </>
      ) : (
        'Saving...'
      )}
    </div>
  );
}
