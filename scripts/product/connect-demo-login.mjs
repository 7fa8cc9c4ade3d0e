// Gives one demo login what a person would do first, by the product's own calls: it connects the sandbox's Smartsheet and
// creates a few automations, so that there is something to see. Targets are columns that nobody is told to try.

export const connectedDemoLogin = 'connected@picksync.example';

const smartsheetAccount = 'office@northwind.example';

const automations = [
  {
    name: 'Staff for expense claims',
    from: ['Staff directory', 'Full name'],
    to: ['Expense report', 'Staff'],
  },
  {
    name: 'Projects for expense claims',
    from: ['Projects', 'Code and title'],
    to: ['Expense report', 'Project'],
  },
  { name: 'Regions of the first site', from: ['Regions', 'Region'], to: ['Site 001', 'Region'] },
  {
    name: 'Regions of the second site',
    from: ['Regions', 'Region'],
    to: ['Site 002', 'Region'],
    isPaused: true,
  },
];

async function expectOk(response) {
  // Where a redirect leads is a page, which a browser would ask for.
  if (!response.ok && response.status !== 302)
    throw new Error(`${new URL(response.url).pathname} answered ${response.status}`);
  return response;
}

/** Returns the calls of a signed-in person. */
async function signIn({ api, origin, password }) {
  const headers = { origin, 'content-type': 'application/json' };
  const body = JSON.stringify({ email: connectedDemoLogin, password });
  const login = await expectOk(await fetch(`${api}/api/auth/login`, { method: 'POST', headers, body }));
  headers.cookie = login.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
  const call = async (method, path, data) =>
    expectOk(
      await fetch(`${api}${path}`, {
        method,
        headers,
        redirect: 'manual',
        ...(data && { body: JSON.stringify(data) }),
      }),
    );
  return { call, get: async (path) => (await call('GET', path)).json() };
}

async function fromSandbox(sandbox, path) {
  return (await expectOk(await fetch(`${sandbox}${path}`))).json();
}

/** Presses Allow on the sandbox's consent page and follows the browser back. */
async function allowSmartsheet({ call, get }, sandbox) {
  const { authUrl } = await get('/api/smartsheet/auth');
  const accounts = await fromSandbox(sandbox, '/api/accounts');
  const account = accounts.find(({ email }) => email === smartsheetAccount);
  const consent = await fetch(authUrl, {
    method: 'POST',
    body: new URLSearchParams({ account: String(account.id), decision: 'allow' }),
    redirect: 'manual',
  });
  const back = new URL(consent.headers.get('location'));
  await call('GET', back.pathname + back.search);
}

async function findColumn({ sandbox, sheets, names: [sheetName, title] }) {
  const { id } = sheets.find(({ name }) => name === sheetName);
  const { columns } = await fromSandbox(sandbox, `/api/console/sheets/${id}`);
  return {
    sheetId: String(id),
    sheetName,
    columnId: String(columns.find((one) => one.title === title).id),
    title,
  };
}

async function createAutomation({ name, from, to, isPaused }, { person, sandbox, sheets }) {
  const source = await findColumn({ sandbox, sheets, names: from });
  const target = await findColumn({ sandbox, sheets, names: to });
  const created = await person.call('POST', '/api/configurations', {
    name,
    sourceSheetId: source.sheetId,
    sourceSheetName: source.sheetName,
    sourceColumnId: source.columnId,
    sourceColumnName: source.title,
    sheetId: target.sheetId,
    sheetName: target.sheetName,
    targetColumnId: target.columnId,
    targetColumnName: target.title,
  });
  const { configuration } = await created.json();
  if (isPaused) await person.call('PATCH', `/api/configurations/${configuration.id}`, { isActive: false });
}

/** Connects the demo login and creates its automations, unless it has some. Says so when the sandbox does not let it. */
export async function connectDemoLogin({ api, sandbox, origin, password, say }) {
  try {
    const person = await signIn({ api, origin, password });
    if ((await person.get('/api/configurations')).length > 0) return;
    await allowSmartsheet(person, sandbox);
    const { sheets } = await fromSandbox(sandbox, '/api/console/overview');
    for (const automation of automations) await createAutomation(automation, { person, sandbox, sheets });
  } catch (error) {
    say(`${connectedDemoLogin} has no automations: ${error.message}`);
  }
}
