import { Readable } from 'node:stream';
import { endpoints } from '@picksync/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../base/context.ts';
import type { Caller } from '../http/caller.ts';
import { serve } from '../http/serve.ts';
import { editPlan, listEveryPlan } from './admin-billing/edit-plan.ts';
import { readFigures } from './admin-billing/figures.ts';
import { listSubscriptions } from './admin-billing/list-subscriptions.ts';
import { acknowledgeEvent, listEvents, replayEvent } from './admin-billing/provider-events.ts';
import { createCoupon, editCoupon, endCoupon, listCoupons } from './admin-coupons/admin-coupons.ts';
import { listMessages, markMessage, replyToMessage } from './admin-inbox/admin-inbox.ts';
import {
  announceMaintenance,
  beginMaintenance,
  endMaintenance,
  showMaintenance,
} from './admin-maintenance/admin-maintenance.ts';
import {
  listAudit,
  listFailing,
  readAttention,
  readQueues,
  redriveQueue,
} from './admin-operations/admin-operations.ts';
import { exportAudit, readAuditFile, requireAuditExport } from './admin-operations/export-audit.ts';
import { listPaymentsToSettle, listUserPayments } from './admin-payments/list-payments.ts';
import { refundPayment } from './admin-payments/refund-payment.ts';
import { settlePayment } from './admin-payments/settle-payment.ts';
import { addWords, endIncident, openIncident, readAdminStatus } from './admin-status/admin-status.ts';
import { checkForUser, mendForUser } from './admin-support/support-acts.ts';
import {
  endSupportView,
  listSeenAutomations,
  openSupportView,
  readSupportView,
} from './admin-support/support-views.ts';
import { listTaxRates, removeTaxRate, setTaxRate } from './admin-taxes/tax-rates.ts';
import { listUsers, readUser } from './admin-users/admin-users.ts';
import { disableUser, enableUser } from './admin-users/disable-user.ts';
import { endEverySession } from './admin-users/end-every-session.ts';
import { givePlan } from './admin-users/give-plan.ts';
import type { Admin } from './record-admin-action.ts';

function toAdmin({ caller, request }: { caller: Caller; request: FastifyRequest }): Admin {
  return { adminId: caller.user.id, session: caller.session, network: request.ip };
}

function userRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { list, read, disable, enable, endSessions } = endpoints.adminUsers;
  route(list)(({ query }) => listUsers(context, query));
  route(read)(({ params }) => readUser(context, params.id));
  route(disable)(({ params, body, ...call }) => disableUser(context, toAdmin(call), { ...params, ...body }));
  route(enable)(({ params, body, ...call }) => enableUser(context, toAdmin(call), { ...params, ...body }));
  route(endSessions)(async ({ body, ...call }) => {
    const { session } = call.caller;
    const cookie = context.cookies.session.of(call.caller, call.request);
    const { message, token } = await endEverySession(context, toAdmin(call), { ...body, session, cookie });
    if (token !== null) context.cookies.session.set(call.reply, token, session.expiresAt);
    return { message };
  });
  route(endpoints.admin.activateSubscription)(({ body, ...call }) => givePlan(context, toAdmin(call), body));
}

function couponRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { list, create, edit, end } = endpoints.adminCoupons;
  route(list)(({ query }) => listCoupons(context, query));
  route(create)(({ body, ...call }) => createCoupon(context, toAdmin(call), body));
  route(edit)(({ params, body, ...call }) => editCoupon(context, toAdmin(call), { ...params, ...body }));
  route(end)(({ params, ...call }) => endCoupon(context, toAdmin(call), params.id));
}

function inboxRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { list, mark, reply } = endpoints.adminInbox;
  route(list)(({ query }) => listMessages(context, query));
  route(mark)(({ params, body }) => markMessage(context, { ...params, ...body }));
  route(reply)(({ params, body, ...call }) => replyToMessage(context, toAdmin(call), { ...params, ...body }));
}

function billingRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const calls = endpoints.adminBilling;
  route(calls.subscriptions)(({ query }) => listSubscriptions(context, query));
  route(calls.events)(({ query }) => listEvents(context, query));
  route(calls.replay)(({ params, ...call }) => replayEvent(context, toAdmin(call), params.id));
  route(calls.acknowledge)(({ params, body, ...call }) =>
    acknowledgeEvent(context, toAdmin(call), { ...params, ...body }),
  );
  route(calls.plans)(() => listEveryPlan(context));
  route(calls.editPlan)(({ params, body, ...call }) => editPlan(context, toAdmin(call), { ...params, body }));
  route(calls.figures)(() => readFigures(context));
}

function paymentRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { list, ofUser, refund, settle } = endpoints.adminPayments;
  route(list)(({ query }) => listPaymentsToSettle(context, query));
  route(ofUser)(({ params, query }) => listUserPayments(context, { userId: params.id, ...query }));
  route(refund)(({ params, body, ...call }) => refundPayment(context, toAdmin(call), { ...params, ...body }));
  route(settle)(({ params, body, ...call }) => settlePayment(context, toAdmin(call), { ...params, ...body }));
}

function operationsRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const calls = endpoints.adminOperations;
  route(calls.attention)(() => readAttention(context));
  route(calls.automations)(({ query }) => listFailing(context, query));
  route(calls.queues)(() => readQueues(context));
  route(calls.redrive)(({ params, ...call }) => redriveQueue(context, toAdmin(call), params.name));
  route(calls.audit)(({ query }) => listAudit(context, query));
  route(calls.exportAudit)(({ body, ...call }) => exportAudit(context, toAdmin(call), body.by));
  route(calls.auditFile)(async ({ params, caller, reply }) => {
    const which = { ...params, adminId: caller.user.id };
    const { fileName, ...trail } = await requireAuditExport(context, which);
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(Readable.from(readAuditFile(context, trail)));
  });
}

function maintenanceRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { read, announce, begin, end } = endpoints.adminMaintenance;
  route(read)(() => showMaintenance(context));
  route(announce)(({ body, ...call }) => announceMaintenance(context, toAdmin(call), body));
  route(begin)(({ body, ...call }) => beginMaintenance(context, toAdmin(call), body));
  route(end)((call) => endMaintenance(context, toAdmin(call)));
}

function taxRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { list, set, remove } = endpoints.adminTaxes;
  route(list)(() => listTaxRates(context));
  route(set)(({ body, ...call }) => setTaxRate(context, toAdmin(call), body));
  route(remove)(({ params, ...call }) => removeTaxRate(context, toAdmin(call), params.id));
}

function statusRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { read, open, say, end } = endpoints.adminStatus;
  route(read)(() => readAdminStatus(context));
  route(open)(({ body, ...call }) => openIncident(context, toAdmin(call), body));
  route(say)(({ params, body, ...call }) => addWords(context, toAdmin(call), { ...params, ...body }));
  route(end)(({ params, ...call }) => endIncident(context, toAdmin(call), params.id));
}

function supportRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { open, read, automations, end, checkHealth, mendWebhook } = endpoints.adminSupport;
  const toView = ({ params, caller }: { params: { id: string }; caller: Caller }) => ({
    id: params.id,
    adminId: caller.user.id,
  });
  route(open)(({ params, body, ...call }) => openSupportView(context, toAdmin(call), { ...params, ...body }));
  route(read)((call) => readSupportView(context, toView(call)));
  route(automations)(({ query, ...call }) => listSeenAutomations(context, toView(call), query));
  route(end)((call) => endSupportView(context, toView(call)));
  route(checkHealth)(({ params, body, ...call }) =>
    checkForUser(context, toAdmin(call), { ...params, ...body }),
  );
  route(mendWebhook)(({ params, body, ...call }) =>
    mendForUser(context, toAdmin(call), { ...params, ...body }),
  );
}

/** For administrators. */
export const adminRoutes = [
  userRoutes,
  couponRoutes,
  inboxRoutes,
  billingRoutes,
  paymentRoutes,
  operationsRoutes,
  statusRoutes,
  maintenanceRoutes,
  taxRoutes,
  supportRoutes,
];
