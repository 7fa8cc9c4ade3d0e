import { paymentProviderLabels } from '@picksync/contracts';

/** Who was paid for a plan, as administrators read it: a provider, or nobody. */
export const payeeNames = { ...paymentProviderLabels, manual: 'By hand', none: 'Coupon' };
