import { adminTaxEndpoints, taxCountryName } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Percent } from 'lucide-react';
import { useState } from 'react';
import { type TaxRate, taxRatesQuery } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { formatDay } from '../../../ui/dates.ts';
import { NameCell, RowActions } from '../admin-cells.tsx';
import { AdminSection } from '../admin-section.tsx';
import { AdminTable, type Column } from '../admin-table.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { TaxRateDialog } from './tax-rate-dialog.tsx';

function Actions({ rate, onEdit }: { rate: TaxRate; onEdit: () => void }) {
  const { id, country, isInEffect } = rate;
  const name = taxCountryName(country);
  const remove = useAdminAction({
    send: () => call(adminTaxEndpoints.remove, { params: { id } }),
    failed: 'Not removed',
    ask: () => ({
      title: `Remove the tax rate of ${name}?`,
      description: isInEffect
        ? 'From now on buyers there pay the rate of all other countries, or none. Receipts that were issued stay as they are.'
        : 'It does not begin. The rate that is in effect stays.',
      confirmLabel: 'Remove rate',
      destructive: true,
    }),
  });
  return <RowActions name={name} onEdit={onEdit} removeLabel="Remove" removal={remove} />;
}

function Notes({ rate: { note, reverseChargeNote } }: { rate: TaxRate }) {
  return (
    <div className="grid gap-0.5 text-xs text-ink-2 [overflow-wrap:anywhere]">
      {note && <span>{note}</span>}
      {reverseChargeNote && <span>Companies with a tax ID pay none: {reverseChargeNote}</span>}
    </div>
  );
}

function InEffect({ rate: { isInEffect, effectiveFrom } }: { rate: TaxRate }) {
  if (isInEffect) return <Badge tone="good">Since {formatDay(effectiveFrom)}</Badge>;
  // The rate begins at midnight UTC; noon is on the same day in most time zones.
  return <Badge tone="neutral">From {formatDay(`${effectiveFrom.slice(0, 10)}T12:00:00Z`)}</Badge>;
}

function TaxRateList({ onEdit }: { onEdit: (rate: TaxRate) => void }) {
  const { rates, fallbackPercent, seller } = useSuspenseQuery(taxRatesQuery).data;
  const hasFallback =
    fallbackPercent !== null && !rates.some(({ country, isInEffect }) => country === '' && isInEffect);
  const columns: Column<TaxRate>[] = [
    {
      head: 'Country',
      className: 'w-[210px]',
      cell: ({ country }) => <NameCell name={taxCountryName(country)} />,
    },
    {
      head: 'Tax',
      className: 'w-[210px]',
      cell: ({ name, percent, isIncluded }) =>
        `${percent}% ${name}, ${isIncluded ? 'in the price' : 'added'}`,
    },
    { head: 'On receipts', cell: (rate) => (rate.note || rate.reverseChargeNote) && <Notes rate={rate} /> },
    { head: 'In effect', className: 'w-[170px]', cell: (rate) => <InEffect rate={rate} /> },
    {
      head: 'Action',
      isHeadHidden: true,
      className: 'w-[170px]',
      cell: (rate) => <Actions rate={rate} onEdit={() => onEdit(rate)} />,
    },
  ];
  return (
    <>
      <AdminTable
        label="Tax rates"
        columns={columns}
        rows={rates}
        empty={{
          icon: Percent,
          title: 'No tax rates',
          text: hasFallback
            ? 'Set one for a country where it differs.'
            : 'No tax line stands on receipts, and buyers are not asked for their country.',
        }}
      />
      {(hasFallback || seller.state) && (
        <div className="grid gap-1 border-t border-line px-4 py-2.5 text-xs text-ink-2 md:px-5">
          {hasFallback && (
            <p>
              Countries without a rate: {fallbackPercent}% tax in the price, as the setting TAX_PERCENT says.
            </p>
          )}
          {seller.state && (
            <p>
              You sell from {seller.state}: there GST is CGST and SGST, half each; in the rest of India it is
              IGST.
            </p>
          )}
        </div>
      )}
    </>
  );
}

/** What buyers of each country pay as tax. */
export function Taxes() {
  const [open, setOpen] = useState<'new' | TaxRate | null>(null);
  return (
    <>
      <AdminSection
        title="Taxes"
        subtitle="By the country of the buyer. Each receipt keeps the tax of its day."
        actions={
          <Button variant="primary" onClick={() => setOpen('new')}>
            New tax rate
          </Button>
        }
      >
        <TaxRateList onEdit={setOpen} />
      </AdminSection>
      {open && <TaxRateDialog {...(open !== 'new' && { rate: open })} onClose={() => setOpen(null)} />}
    </>
  );
}
