import { ArrowRight, ChevronDown, Plus } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { ChangeChips } from '../../ui/change-chips.tsx';

const clients = ['Acme Trading', 'Borealis Foods', 'Cedar & Co'];
const newcomer = 'Delta Freight';

function SourceSheet() {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <p className="border-b border-line px-4 py-2.5 text-sm font-semi">Clients</p>
      <p className="border-b border-line bg-sunken px-4 py-1.5 text-xs font-semi text-ink-3">Client name</p>
      <ul className="text-sm">
        {clients.map((client) => (
          <li key={client} className="border-b border-line px-4 py-2">
            {client}
          </li>
        ))}
        <li className="flex items-center justify-between gap-2 bg-accent-soft px-4 py-2 font-semi text-accent">
          {newcomer}
          <Plus className="size-4" />
        </li>
      </ul>
    </div>
  );
}

function TargetDropdown() {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <p className="border-b border-line px-4 py-2.5 text-sm font-semi">Time sheet</p>
      <div className="grid gap-1.5 p-3">
        <p className="px-1 text-xs font-semi text-ink-3">Client</p>
        <div className="flex items-center justify-between rounded-md border border-accent px-3 py-1.5 text-sm text-ink-3 outline-2 outline-accent-soft">
          Choose a client
          <ChevronDown className="size-4" />
        </div>
        <ul className="rounded-md border border-line p-1 text-sm shadow-pop">
          {clients.map((client) => (
            <li key={client} className="px-2.5 py-1.5">
              {client}
            </li>
          ))}
          <li className="rounded-sm bg-accent-soft px-2.5 py-1.5 font-semi text-accent">{newcomer}</li>
        </ul>
      </div>
    </div>
  );
}

/** The product in one picture: a new row in the source is a new option in the dropdown. */
export function HeroPicture() {
  return (
    <div
      role="img"
      aria-label="A new client in the sheet Clients appears as an option of the dropdown in the sheet Time sheet."
      className="grid gap-3 rounded-xl border border-line bg-sunken p-3 sm:p-5"
    >
      <div aria-hidden="true" className="grid items-center gap-3 sm:grid-cols-[1fr_auto_1fr]">
        <SourceSheet />
        <ArrowRight className="size-5 justify-self-center text-ink-3 max-sm:rotate-90" />
        <TargetDropdown />
      </div>
      <div
        aria-hidden="true"
        className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-lg border border-line bg-surface px-4 py-2.5 text-sm"
      >
        <span className="flex items-center gap-2">
          Clients into Time sheet <ChangeChips added={1} removed={0} />
        </span>
        <Badge tone="good">Active</Badge>
      </div>
    </div>
  );
}
