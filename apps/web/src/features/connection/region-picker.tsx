import { type Region, regionNames, regions } from '@picksync/contracts';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import { useEffect, useRef, useState } from 'react';
import { Sentence } from '../../ui/sentence.tsx';

/** Where people of a region open Smartsheet: what they can compare with the address in their browser. */
const hosts: Record<Region, string> = {
  us: 'app.smartsheet.com, most accounts',
  eu: 'app.smartsheet.eu',
  au: 'app.smartsheet.au',
  gov: 'app.smartsheetgov.com',
};

const options = regions.map((region) => ({ value: region, label: regionNames[region], hint: hosts[region] }));

type RegionPickerProps = { region: Region; onChange: (region: Region) => void };

/** The region of the account in one line; *change* opens the choice, which most people never need. */
export function RegionPicker({ region, onChange }: RegionPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) chosen.current?.focus();
  }, [isOpen]);
  if (!isOpen)
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
  return (
    <div className="grid w-full gap-2">
      <p aria-hidden="true" className="text-sm font-medium">
        Where is your Smartsheet account?
      </p>
      <RadioCards
        ref={chosen}
        label="Where is your Smartsheet account?"
        options={options}
        value={region}
        onChange={onChange}
      />
      <p className="text-xs text-ink-3">Look at the address in your browser when Smartsheet is open.</p>
    </div>
  );
}
