import type { Caller } from '../api/authentication.ts';
import { type AddOperation, getCaller } from '../api/operation-router.ts';
import { type TimeFormat, timeFormat } from '../sheets/time-format.ts';

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

export function usersRoutes(addOperation: AddOperation): void {
  addOperation('users.me', (call) => {
    const user = userView(getCaller(call), timeFormat(call.query.flag('numericDates')));
    return call.query.list('include').has('groups') ? { ...user, groups: [] } : user;
  });

  addOperation('server.info', () => ({
    supportedLocales: ['de_DE', 'en_GB', 'en_US', 'es_ES', 'fr_FR', 'it_IT', 'ja_JP', 'pt_BR'],
    formats: { defaults: '0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0', bold: ['none', 'on'], italic: ['none', 'on'] },
  }));
}
