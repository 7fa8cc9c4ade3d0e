import { type Region, regionNames, regions } from '@picksync/contracts';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import { useEffect, useRef } from 'react';

/** Where people of a region open Smartsheet: what they can compare with the address in their browser. */
const hosts: Record<Region, string> = {
  us: 'app.smartsheet.com, most accounts',
  eu: 'app.smartsheet.eu',
  au: 'app.smartsheet.au',
  gov: 'app.smartsheetgov.com',
};

const options = regions.map((region) => ({ value: region, label: regionNames[region], hint: hosts[region] }));

export type RegionChoiceProps = { region: Region; onChange: (region: Region) => void };

/** The choice of a region. What is chosen has the focus at first. */
export function RegionChoice({ region, onChange }: RegionChoiceProps) {
  const chosen = useRef<HTMLInputElement>(null);
  useEffect(() => chosen.current?.focus(), []);
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
