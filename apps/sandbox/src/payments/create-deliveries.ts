import type { SandboxDeps } from '../deps.ts';
import { createTransmissions, type Transmissions } from '../paypal/transmissions.ts';
import { createDeliveryDispatcher, type DeliveryDispatcher } from './delivery-dispatcher.ts';
import { findReceivers, getHeaders } from './receivers.ts';

/** Builds what signs the events of both payment providers and sends them. */
export function createDeliveries(
  base: Pick<SandboxDeps, 'config' | 'state' | 'now' | 'random' | 'changes' | 'faults'>,
): { transmissions: Transmissions; deliveries: DeliveryDispatcher } {
  const transmissions = createTransmissions(base.now);
  const deps = { ...base, transmissions };
  const deliveries = createDeliveryDispatcher({
    ...base,
    findReceivers: (notice) => findReceivers(deps, notice),
    getHeaders: (delivery) => getHeaders(deps, delivery),
  });
  return { transmissions, deliveries };
}
