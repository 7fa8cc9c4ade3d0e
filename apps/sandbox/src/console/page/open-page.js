import { callsView } from './calls/calls.view.js';
import { faultsView } from './faults/faults.view.js';
import { inboxView } from './inbox/inbox.view.js';
import { paymentsView } from './payments/payments.view.js';
import { sheetView } from './sheet/sheet.view.js';
import { sheetsHome } from './sheets.home.js';

/** @import { Overview } from './contract.d.ts' */
/** @import { Route } from './router.js' */

/**
 * Shows the page of a route in an element.
 * @param {HTMLElement} element
 * @param {Route} route
 * @param {() => Overview} overview
 */
export function openPage(element, { page, id }, overview) {
  if (page === 'inbox') return inboxView(element, { id });
  if (page === 'payments') return paymentsView(element);
  if (page === 'faults') return faultsView(element, { accounts: () => overview().accounts });
  if (page === 'calls') return callsView(element);
  return id ? sheetView(element, { id, accounts: overview().accounts }) : sheetsHome(element, { overview });
}
