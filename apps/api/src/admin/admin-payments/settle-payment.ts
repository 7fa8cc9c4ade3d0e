import { AppError, type endpoints, type Parsed, type SecurityAction } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import { formatMoney } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/entitlements.store.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { grantPayment } from './grant-payment.ts';
import { listSettlements, type Settlement } from './list-settlements.ts';
import { findPaymentToSettle, lockPayment, markSettled } from './payments-to-settle.store.ts';
import { type RowWithEntry, recordRefund } from './record-refund.ts';
import { requestRefund } from './request-refund.ts';

export type Settle = Parsed<typeof endpoints.adminPayments.settle>['body'] & {
  adminId: string;
  network: string;
  id: string;
};

const actions: Record<Settlement, SecurityAction> = {
  grant: 'payment_granted',
  give_back: 'payment_given_back',
  record_refund: 'payment_refund_recorded',
  settled: 'payment_settled',
};

/**
 * Settles a payment: its payer gets the plan, or it is refunded, or its refund is recorded, or there is nothing left to
 * do. Throws `not_found` for a payment that is settled already, and `validation_failed` for a way that it does not
 * have.
 */
export async function settlePayment(context: Context, settle: Settle): Promise<{ message: string }> {
  const { id, how, reason, adminId: actorId, network } = settle;
  return context.db.$transaction(async (tx) => {
    const at = context.now();
    const seen = await findPaymentToSettle(tx, { id, at });
    if (seen?.userId) await lockUser(tx, seen.userId);
    // Of a deleted account there is no user to lock.
    await lockPayment(tx, id);
    // Read again under the lock: another administrator may have settled it.
    const row = seen && (await findPaymentToSettle(tx, { id, at }));
    if (!row) throw new AppError('not_found', { message: 'There is nothing to settle for this payment.' });
    if (!listSettlements(row).includes(how)) {
      const message = 'This payment cannot be settled in this way any more. Please look at it again.';
      throw new AppError('validation_failed', { message });
    }
    const message = await settleBy[how](context, tx, { ...row, entered: settle.refunded });
    const entry = { userId: row.userId, actorId, network, at };
    const details = { name: `${formatMoney(row.cents, row.currency)}, ${row.paymentId ?? row.id}`, reason };
    await recordAudit(tx, { ...entry, action: actions[how], details });
    return { message };
  });
}

const settleBy: Record<Settlement, (context: Context, tx: Tx, row: RowWithEntry) => Promise<string>> = {
  grant: grantPayment,
  give_back: requestRefund,
  record_refund: recordRefund,
  settled: async ({ now }, tx, { id }) => {
    await markSettled(tx, { id, at: now() });
    return 'The payment is marked as settled.';
  },
};
