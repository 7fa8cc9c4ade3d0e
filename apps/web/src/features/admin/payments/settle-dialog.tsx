import { adminPaymentEndpoints } from '@picksync/contracts';
import { Field } from '@picksync/ui/field.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { type PaymentToSettle, useRefreshAdmin } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { showToast } from '../../../stores/toast.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { ReasonField } from '../reason-dialog.tsx';
import { ProviderPageLink } from './provider-page-link.tsx';
import { checkSettlement, type SettleValues, toSettlement } from './settle-values.ts';
import { settleTitle, wayWords } from './way-words.ts';

type RefundedFieldProps = {
  payment: Pick<PaymentToSettle, 'currency' | 'mostRefunded'>;
  error: string | undefined;
  input: UseFormRegisterReturn;
};

/** How much of a payment is back. */
function RefundedField({ payment: { currency, mostRefunded }, error, input }: RefundedFieldProps) {
  return (
    <Field
      label="Given back"
      error={error}
      hint={`${currency}, at most ${formatAmount(mostRefunded, currency)}`}
    >
      {(control) => <Input {...control} {...input} inputMode="decimal" autoComplete="off" />}
    </Field>
  );
}

const failure = { title: 'Not settled', text: 'The payment could not be settled. Please try again.' };

/** Settles a payment: the ways to do so, what each does, and the reason for the log. */
export function SettleDialog({ payment, onClose }: { payment: PaymentToSettle; onClose: () => void }) {
  const { id, ways, why } = payment;
  const refresh = useRefreshAdmin();
  const { form, field, shell } = useDialogForm<SettleValues>({
    defaultValues: { how: ways[0] ?? 'settled', reason: '', refunded: '' },
    check: checkSettlement,
    send: async (typed) => {
      const body = toSettlement(typed);
      const { message } = await call(adminPaymentEndpoints.settle, { params: { id }, body }, { quiet: true });
      await refresh();
      showToast({ title: message });
      onClose();
    },
    failure,
  });
  const how = form.watch('how');
  const words = wayWords(payment);
  return (
    <FormDialog
      {...shell}
      title={settleTitle(payment)}
      description={why}
      submitLabel={words[how].label}
      pendingLabel="Settling..."
      onClose={onClose}
    >
      <RadioCards
        label="What is done about it"
        columns={1}
        value={how}
        onChange={(chosen) => form.setValue('how', chosen)}
        options={ways.map((value) => ({ value, ...words[value] }))}
      />
      {how === 'record_refund' && <RefundedField payment={payment} {...field('refunded')} />}
      <div>
        <ProviderPageLink provider={payment.provider} page={payment.providerPage} about={payment.paymentId} />
      </div>
      <ReasonField {...field('reason')} />
    </FormDialog>
  );
}
