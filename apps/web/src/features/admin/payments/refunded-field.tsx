import { Field } from '@picksync/ui/field.tsx';
import { Input } from '@picksync/ui/input.tsx';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { PaymentToSettle } from '../../../api/admin.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';

type RefundedFieldProps = {
  payment: Pick<PaymentToSettle, 'currency' | 'mostRefunded'>;
  error: string | undefined;
  input: UseFormRegisterReturn;
};

/** How much of a payment is back. */
export function RefundedField({ payment: { currency, mostRefunded }, error, input }: RefundedFieldProps) {
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
