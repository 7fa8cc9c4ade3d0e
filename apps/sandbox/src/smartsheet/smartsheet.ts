import type { FastifyInstance } from 'fastify';
import type { SandboxDeps } from '../deps.ts';
import type { Caller } from './api/authentication.ts';
import { registerBodyParsers } from './api/body-parsers.ts';
import type { CallLog } from './api/call-log.ts';
import { registerErrorHandlers } from './api/envelope.ts';
import { type AddOperation, createOperationRouter, getCaller } from './api/operation-router.ts';
import type { RateLimit } from './api/rate-limit.ts';
import { attachmentsRoutes, downloadRoutes } from './attachments/attachments.routes.ts';
import { columnsRoutes } from './columns/columns.routes.ts';
import { authorizeRoutes } from './oauth/authorize.routes.ts';
import { tokenRoutes } from './oauth/token.routes.ts';
import { reportsRoutes } from './reports/reports.routes.ts';
import { rowsRoutes } from './rows/rows.routes.ts';
import { sheetsRoutes } from './sheets/sheets.routes.ts';
import { type TimeFormat, timeFormat } from './sheets/time-format.ts';
import { webhooksRoutes } from './webhooks/webhooks.routes.ts';
import { workspacesRoutes } from './workspaces/workspaces.routes.ts';

/** Registers the Smartsheet stand-in: the page that asks a person for permission, and the API 2.0. */
export function registerSmartsheet(
  app: FastifyInstance,
  { deps, calls, limit }: { deps: SandboxDeps; calls: CallLog; limit: RateLimit },
): void {
  app.register(async (pages) => authorizeRoutes(pages, deps));
  const downloads = new Map();
  app.register(async (files) => downloadRoutes(files, { deps, downloads }));
  app.register(
    async (api) => {
      registerBodyParsers(api);
      registerErrorHandlers(api, deps);
      const addOperation = createOperationRouter(api, { deps, calls, limit });
      tokenRoutes(addOperation, deps);
      usersRoutes(addOperation);
      sheetsRoutes(addOperation, deps);
      workspacesRoutes(addOperation, deps);
      reportsRoutes(addOperation, deps);
      columnsRoutes(addOperation, deps);
      rowsRoutes(addOperation, deps);
      attachmentsRoutes(addOperation, { deps, downloads });
      webhooksRoutes(addOperation, deps);
    },
    { prefix: '/2.0' },
  );
}

/** The sandbox has no organisations: each account is its own one, with the name of its company. */
function userView({ account, token }: Caller, formatTime: TimeFormat) {
  return {
    id: account.id,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    locale: 'en_US',
    timeZone: 'US/Pacific',
    account: { id: account.id, name: account.company },
    admin: true,
    licensedSheetCreator: account.licensed !== false,
    groupAdmin: true,
    resourceViewer: true,
    jiraAdmin: false,
    salesforceAdmin: false,
    salesforceUser: false,
    alternateEmails: [],
    title: '',
    department: '',
    company: account.company,
    workPhone: '',
    mobilePhone: '',
    role: '',
    // Smartsheet retired this field and sends -1.
    sheetCount: -1,
    // Nobody logs in here but to give the permission behind the token.
    lastLogin: formatTime(token.createdAt),
    customWelcomeScreenViewed: formatTime(token.createdAt),
  };
}

function usersRoutes(addOperation: AddOperation): void {
  addOperation('users.me', (call) => {
    const user = userView(getCaller(call), timeFormat(call.query.flag('numericDates')));
    return call.query.list('include').has('groups') ? { ...user, groups: [] } : user;
  });

  addOperation('server.info', () => ({
    supportedLocales: ['de_DE', 'en_GB', 'en_US', 'es_ES', 'fr_FR', 'it_IT', 'ja_JP', 'pt_BR'],
    formats: { defaults: '0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0', bold: ['none', 'on'], italic: ['none', 'on'] },
  }));
}
