import { type APIResponse, expect, type Page } from '@playwright/test';
import { product } from './product.ts';
import { accountId, mailsTo, sheet } from './sandbox.ts';

/** The email address and password of a new user. */
export type Person = { email: string; password: string };

let people = 0;

export function newPerson(): Person {
  people += 1;
  return { email: `person-${process.pid}-${people}@journey.example`, password: 'Copper-Lantern-58!' };
}

/** Waits for a mail to this address and returns the code of the newest. */
export async function codeFor(email: string): Promise<string> {
  let code: string | undefined;
  const find = async () => {
    const [newest] = await mailsTo(email);
    code = newest?.text.match(/\b\d{6}\b/)?.[0];
    return code;
  };
  await expect.poll(find, { message: 'a mail with a code of six digits', intervals: [50] }).toBeDefined();
  return code ?? '';
}

/** Waits for a mail to this address and returns the link with a token to this page from the newest. */
export async function linkFor(email: string, path: `/${string}`): Promise<string> {
  let link: string | undefined;
  const find = async () => {
    const [newest] = await mailsTo(email);
    link = newest?.text.match(/https?:\S+token=\S+/g)?.find((url) => new URL(url).pathname === path);
    return link;
  };
  await expect.poll(find, { message: `a mail with a link to ${path}`, intervals: [50] }).toBeDefined();
  return link ?? '';
}

/** Fills in the registration and waits for the step of the code. */
export async function register(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login');
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByLabel('Verification code')).toBeVisible();
}

export async function enterCode(page: Page, code: string): Promise<void> {
  // A complete code is submitted by itself.
  await page.getByLabel('Verification code').fill(code);
}

export async function login(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await fillInLogin(page, person);
}

export async function fillInLogin(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

async function expectDone(response: APIResponse): Promise<void> {
  expect(response.ok(), `${response.url()} answered ${response.status()}`).toBe(true);
}

/** Registers a user and verifies the address through the API, for journeys that begin at the login. */
export async function addPerson(page: Page, { email, password }: Person): Promise<void> {
  const { request } = page.context();
  await expectDone(await request.post('/api/auth/register', { data: { email, password } }));
  const otp = await codeFor(email);
  await expectDone(await request.post('/api/auth/verify-email', { data: { email, otp } }));
}

/** Registers a new user and signs in through the API, for journeys that begin at the dashboard. */
export async function signIn(page: Page, person = newPerson()): Promise<void> {
  await addPerson(page, person);
  await expectDone(await page.context().request.post('/api/auth/login', { data: person }));
}

/** Connects Smartsheet for the signed-in user, as if Allow had been pressed. Ends on the dashboard. */
export async function allowSmartsheet(page: Page): Promise<void> {
  const { request } = page.context();
  const { authUrl } = await (await request.get('/api/smartsheet/auth')).json();
  const account = await accountId('office@northwind.example');
  await expectDone(await request.post(authUrl, { form: { account, decision: 'allow' } }));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
}

export async function signInConnected(page: Page): Promise<void> {
  await signIn(page);
  await allowSmartsheet(page);
}

/** Registers a new user through the pages. Ends on the dashboard. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await register(page, person);
  await enterCode(page, await codeFor(person.email));
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
}

/** Goes to Smartsheet's consent page, presses the button there, and comes back. */
export async function connect(page: Page, decision: 'Allow' | 'Deny'): Promise<void> {
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await decide(page, decision);
}

/** Goes to Smartsheet's consent page from a connection that has stopped, and allows it again. */
export async function reconnect(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Reconnect', exact: true }).click();
  await decide(page, 'Allow');
}

async function decide(page: Page, decision: 'Allow' | 'Deny'): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Allow access to Smartsheet?' })).toBeVisible();
  await page.getByRole('radio', { name: /office@northwind\.example/ }).check();
  await page.getByRole('button', { name: decision }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
}

/** Chooses in one of the searchable selects of the form. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Opens the options of the form, and the line of one. */
export async function openOption(page: Page, title: string): Promise<void> {
  const options = page.getByRole('button', { name: /^Options/ });
  if ((await options.getAttribute('aria-expanded')) !== 'true') await options.click();
  const line = page.getByRole('button', { name: new RegExp(`^${title} `) });
  if ((await line.getAttribute('aria-expanded')) !== 'true') await line.click();
}

export type NewAutomation = {
  name: string;
  source: { sheet: string; column: string };
  target: { sheet: string; column: string };
};

/** On a phone the form has three steps: goes from the first to the last. */
async function throughSteps(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 768) return;
  await page.getByRole('button', { name: 'Next: Options' }).click();
  await page.getByRole('button', { name: 'Next: Preview' }).click();
}

/** Opens the form, fills it in and sends it. */
export async function createAutomation(page: Page, { name, source, target }: NewAutomation): Promise<void> {
  await page.getByRole('button', { name: 'New Configuration' }).first().click();
  await page.getByLabel('Automation Name').fill(name);
  await choose(page, 'Source Sheet', source.sheet);
  await choose(page, 'Source Column', source.column);
  await choose(page, 'Destination Sheet', target.sheet);
  await choose(page, 'Target Dropdown Column', target.column);
  await throughSteps(page);
  // A preview that has come by now renames the button where the first sync waits for a review.
  await page.getByRole('button', { name: /^Create (Automation|and ask me later)$/ }).click();
  await expect(page.getByText('Your automation has been set up successfully').first()).toBeVisible();
}

/**
 * Creates an automation through the API, for journeys about what comes after. Resolves when its first sync has ended.
 */
export async function createAutomationByApi(
  page: Page,
  { name, source, target }: NewAutomation,
): Promise<void> {
  const { request } = page.context();
  const from = await sheet(source.sheet);
  const to = await sheet(target.sheet);
  const findColumn = ({ columns }: typeof from, title: string) =>
    columns.find((one) => one.title === title)?.id;
  const created = await request.post('/api/configurations', {
    headers: { origin: product().url },
    data: {
      name,
      sourceSheetId: String(from.id),
      sourceSheetName: from.name,
      sourceColumnId: String(findColumn(from, source.column)),
      sourceColumnName: source.column,
      sheetId: String(to.id),
      sheetName: to.name,
      targetColumnId: String(findColumn(to, target.column)),
      targetColumnName: target.column,
    },
  });
  await expectDone(created);
  const isSynced = async () => {
    const list: { lastRun: object | null; syncState: string }[] = await (
      await request.get('/api/configurations')
    ).json();
    return list.every(({ lastRun, syncState }) => lastRun !== null && syncState === 'idle');
  };
  await expect.poll(isSynced, { intervals: [100, 100, 100, 250] }).toBe(true);
}

/** Requests a sync of the newest automation, even when the page does not offer it because one is running. */
export async function syncByApi(page: Page): Promise<void> {
  const { request } = page.context();
  const [newest]: { id: string }[] = await (await request.get('/api/configurations')).json();
  const headers = { origin: product().url };
  await expectDone(await request.post(`/api/configurations/${newest?.id}/sync`, { headers }));
}

/**
 * Deletes the automations of the signed-in user. All journeys share the sheets of one Smartsheet account, and a column is
 * filled by one automation at a time.
 */
export async function deleteAutomations(page: Page): Promise<void> {
  const { request } = page.context();
  const reply = await request.get('/api/configurations');
  if (!reply.ok()) return;
  const automations: { id: string }[] = await reply.json();
  const headers = { origin: new URL(reply.url()).origin };
  for (const { id } of automations)
    await expectDone(await request.delete(`/api/configurations/${id}`, { headers }));
}
