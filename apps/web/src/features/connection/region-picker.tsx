import { regionNames } from '@picksync/contracts';
import { useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import type { RegionChoiceProps } from './region-choice.tsx';

/** Most people never need it. */
const RegionChoice = lazyPart(async () => (await import('./region-choice.tsx')).RegionChoice);

/** The region of the account in one line; *change* opens the choice. */
export function RegionPicker({ region, onChange }: RegionChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <RegionChoice region={region} onChange={onChange} />;
  return (
    <p className="text-sm text-ink-2">
      <Sentence
        text={`Your account is in: <region>${regionNames[region]}</region>, <change>change</change>`}
        parts={{
          region: (name) => <span className="font-semi text-ink">{name}</span>,
          change: (words) => (
            <button
              type="button"
              aria-label="Change where your Smartsheet account is"
              onClick={() => setOpen(true)}
              className="rounded-sm font-semi text-accent hover:underline"
            >
              {words}
            </button>
          ),
        }}
      />
    </p>
  );
}
