import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Figure } from './figure.ts';
import { quantile, spread } from './report/spread.ts';
import { buildWeb, startBrowser } from './stage/browser.ts';
import { freePort } from './stage/free-port.ts';
import { until } from './stage/until.ts';

/**
 * The pace of a user who knows what to enter: a pause before each step, 150 words a minute, and a switch to the inbox.
 */
const pace = { lookMs: 500, keyMs: 40, fetchCodeMs: 3000 };

const root = join(import.meta.dirname, '..');
const person = { email: 'new.person@first.example', password: 'Copper-Lantern-58!' };
const office = /office@northwind\.example/;

/** The fields of the form in order: the text that is typed to search, and the option that is chosen. */
const choices = [
  ['Source Sheet', 'Clients'],
  ['Source Column', 'Client name'],
  ['Destination Sheet', 'Time sheet 2026'],
  ['Target Dropdown Column', 'Client'],
] as const;

/** From a new data folder to the first list in sync. */
export const figure: Figure = {
  title: 'The first automation of a new installation',
  meaning:
    'From the start command on a new data folder to the first list in sync, with a person of a stated pace: sign up, verify, connect, fill in the form',
  measure: async ({ quick, say }) => {
    buildWeb();
    const rounds: Round[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      say(`round ${round + 1}`);
      rounds.push(await firstAutomation());
    }
    const part = (name: keyof Round) =>
      quantile(
        rounds.map((round) => round[name]),
        0.5,
      ).toFixed(1);
    return [
      {
        what: 'until the first list is in sync',
        value: quantile(rounds.map(sumRound), 0.5),
        unit: 's',
        limit: { atMost: 35 },
        detail: `start ${part('start')}, sign up ${part('signUp')}, connect ${part('connect')}, automation ${part('automation')} s; ${spread(rounds.map(sumRound), 1)}`,
      },
    ];
  },
};

type Round = { start: number; signUp: number; connect: number; automation: number };

function sumRound({ start, signUp, connect, automation }: Round): number {
  return start + signUp + connect + automation;
}

async function firstAutomation(): Promise<Round> {
  const closers: (() => Promise<unknown>)[] = [];
  const atEnd = (close: () => Promise<unknown>) => closers.push(close);
  try {
    const lap = stopwatch();
    const product = await startProduct(atEnd);
    const start = lap();
    const browser = await startBrowser({ atEnd });
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    lap();
    await signUp(page, product);
    const signedUp = lap();
    await connect(page);
    const connected = lap();
    await createAutomation(page);
    return { start, signUp: signedUp, connect: connected, automation: lap() };
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

/** Returns a function that returns the seconds since its last call. */
function stopwatch(): () => number {
  let from = performance.now();
  return () => {
    const seconds = (performance.now() - from) / 1000;
    from = performance.now();
    return seconds;
  };
}

type Product = { url: string; sandboxUrl: string };

async function startProduct(atEnd: (close: () => Promise<unknown>) => void): Promise<Product> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const dataDir = await mkdtemp(join(tmpdir(), 'picksync-first-'));
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  // In a folder that only root may enter, the database would be moved elsewhere.
  await chmod(dataDir, 0o755);
  const own = { PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir };
  // Settings of the person who runs this must not get in.
  const unset = {
    ENV_FILE: '/dev/null',
    DATABASE_URL: '',
    SMARTSHEET_CLIENT_ID: '',
    POSTMARK_TOKEN: '',
    NODE_OPTIONS: '',
  };
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    env: { ...process.env, ...unset, ...own },
    // The IPC channel makes the product end when this process ends in any way.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  atEnd(async () => {
    if (isOver()) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const isReady = () => said.includes('Picksync is ready');
  await until(() => isReady() || isOver(), { within: 120_000, every: 20, what: 'the product is ready' });
  if (!isReady()) throw new Error(`The product did not start:\n${said}`);
  return { url: `http://localhost:${port}`, sandboxUrl: `http://localhost:${sandboxPort}` };
}

function look(page: Page): Promise<void> {
  return page.waitForTimeout(pace.lookMs);
}

async function press(
  page: Page,
  role: 'button' | 'tab' | 'radio' | 'link',
  name: string | RegExp,
): Promise<void> {
  const found = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) }).first();
  await found.waitFor();
  await look(page);
  await found.click();
}

async function enter(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.click();
  await field.pressSequentially(text, { delay: pace.keyMs });
}

async function signUp(page: Page, { url, sandboxUrl }: Product): Promise<void> {
  await page.goto(`${url}/login`);
  await press(page, 'tab', 'Register');
  await enter(page, 'Email', person.email);
  await enter(page, 'Password', person.password);
  await enter(page, 'Confirm Password', person.password);
  await press(page, 'button', 'Create Account');
  const code = page.getByLabel('Verification code');
  await code.waitFor();
  await page.waitForTimeout(pace.fetchCodeMs);
  await code.pressSequentially(await codeFor(sandboxUrl), { delay: pace.keyMs });
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

async function codeFor(sandboxUrl: string): Promise<string> {
  let code: string | undefined;
  const isThere = async () => {
    const mails = await fetch(`${sandboxUrl}/api/mails?to=${encodeURIComponent(person.email)}`);
    const [newest] = (await mails.json()) as { text: string }[];
    code = newest?.text.match(/\b\d{6}\b/)?.[0];
    return code !== undefined;
  };
  await until(isThere, { within: 30_000, what: 'the mail with the code' });
  return code ?? '';
}

async function connect(page: Page): Promise<void> {
  await press(page, 'button', 'Connect');
  await press(page, 'radio', office);
  await press(page, 'button', 'Allow');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

async function createAutomation(page: Page): Promise<void> {
  await press(page, 'button', 'New Configuration');
  for (const [label, option] of choices) {
    const box = page.getByRole('combobox', { name: label, exact: true });
    await look(page);
    await box.click();
    await box.pressSequentially(option, { delay: pace.keyMs });
    await page.getByRole('option', { name: option, exact: true }).click();
  }
  // The form proposes the name.
  await press(page, 'button', 'Create Automation');
  await page.getByText(/^All lists are in sync\./).waitFor();
}
