import '../../../api/zod-without-eval.ts';
import { settlePaymentBody } from '@picksync/contracts';
import { type Checked, checkWith } from '../../../api/check-with.ts';
import type { Way } from './way-words.ts';

/** What the form holds: inputs may stay empty. */
export type SettleValues = { how: Way; reason: string; refunded: string };

function toBody({ how, reason, refunded }: SettleValues) {
  const amount = refunded.trim() === '' ? Number.NaN : Number(refunded);
  return { how, reason, ...(how === 'record_refund' && { refunded: amount }) };
}

/** The body that settles a payment as it was typed. */
export function toSettlement(typed: SettleValues) {
  return settlePaymentBody.parse(toBody(typed));
}

const checkBody = checkWith<unknown>(settlePaymentBody);

export function checkSettlement(typed: SettleValues): Checked<SettleValues> {
  const checked = checkBody(toBody(typed));
  return 'values' in checked ? { values: typed } : checked;
}
