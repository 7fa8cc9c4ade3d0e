import type { Figure, Measure } from './figure.ts';
import { type PlantedAccount, plantAccounts } from './stage/accounts.ts';
import type { Worker } from './stage/product.ts';
import { callReport } from './stage/sandbox-view.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { sweepOnce } from './stage/work.ts';

/** An unchanged account costs one call per sweep, however many automations it has. */
export const figure: Figure = {
  title: 'Calls per unchanged account and sweep',
  meaning:
    'Smartsheet calls per unchanged account and sweep, with 1 and 100 automations, and with 317 and 2,000 sheets whose list comes as a whole or not: what it costs that nothing has changed',
  measure: ({ postgres, quick }) =>
    onStage({ postgres }, async (stage) => {
      const many = quick ? 10 : 50;
      const accounts = [
        ...(await plantAccounts(stage, { accounts: 5, sources: 1, targets: 1 })),
        ...(await plantAccounts(stage, { accounts: 2, sources: many, targets: 2 })),
      ];
      const worker = await stage.startWorker();
      const sweeps = 3;
      const perSweep = await callsPerSweep(stage, { worker, accounts, sweeps });
      const detail = `accounts with 1 and ${2 * many} automations, ${sweeps} sweeps`;
      return [
        { what: 'calls, the most of any account', ...calls(Math.max(...perSweep), { exactly: 1 }), detail },
        ...(await measureLongLists(stage, worker)),
      ];
    }),
};

/** How many sheets the accounts have, and how many automations with two sheets each. */
const longLists = [
  { listed: 317, automations: 1 },
  { listed: 317, automations: 10 },
  { listed: 2000, automations: 10 },
];

/** The sandbox's pages, where it sends any, and what it sends at once to who goes on by a token. */
const [pageSize, itemsByToken] = [100, 1000];

/** Measures accounts with many sheets, of which those that automations use come last in the list. */
async function measureLongLists(stage: Stage, worker: Worker): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const { listed, automations } of longLists) {
    const used = 2 * automations;
    const wanted = { accounts: 1, sources: automations, targets: 1, sheetsBefore: listed - used };
    const [account] = await plantAccounts(stage, wanted);
    if (!account) throw new Error('No account was planted');
    const otherPages = Math.ceil(listed / pageSize) - 1;
    const pagesByToken = 1 + Math.ceil((listed - pageSize) / itemsByToken);
    const ways = [
      { sheetList: 'whole', way: 'as a whole', most: 1 },
      // The first page, and the others or a call for each sheet.
      { sheetList: 'pages', way: `in pages of ${pageSize}`, most: 1 + Math.min(otherPages, used) },
      // All pages, and a call for each sheet: there are no versions in them.
      { sheetList: 'tokens', way: 'in pages without versions', most: pagesByToken + used },
    ];
    for (const { sheetList, way, most } of ways) {
      await stage.sandbox.faults({ sheetList, accounts: [account.email] });
      // What the way before has used up of the account's budget of calls.
      await stage.prisma.smartsheetBudget.deleteMany();
      const [count = 0] = await callsPerSweep(stage, { worker, accounts: [account], sweeps: 2 });
      const what = `calls, ${listed} sheets listed ${way}, ${used} of them used`;
      measures.push({ what, ...calls(count, { atMost: most }) });
    }
    await stage.sandbox.faults({});
  }
  return measures;
}

function calls(value: number, limit: Measure['limit']): Pick<Measure, 'value' | 'unit' | 'limit'> {
  return { value, unit: 'calls', limit };
}

/** Returns the calls of each account in one sweep. Throws when anything was found changed. */
async function callsPerSweep(
  stage: Stage,
  { worker, accounts, sweeps }: { worker: Worker; accounts: readonly PlantedAccount[]; sweeps: number },
): Promise<number[]> {
  await stage.sandbox.forgetCalls();
  for (let count = 0; count < sweeps; count += 1) {
    const line = await sweepOnce(stage, worker);
    if (line.moved || line.failed || line.unreachable)
      throw new Error(`An account was not found unchanged: ${JSON.stringify(line)}`);
  }
  const report = await callReport(stage.sandbox);
  return accounts.map(({ email }) => (report.accounts[email]?.calls ?? 0) / sweeps);
}
