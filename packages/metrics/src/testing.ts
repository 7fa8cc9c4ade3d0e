import { findNames, getSpec, type MetricName } from './metric-names.ts';
import { metricsTable } from './metrics-table.ts';

/** Returns what is wrong with a text of metrics: names that miss, labels outside their values, and anything personal. */
export function findProblems(text: string, { process }: { process: 'api' | 'sync-worker' }): string[] {
  const declared = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const missing = findNames(process).filter(
    (name) => !declared.has(name) && !declared.has(name.replace(/_total$/, '')),
  );
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return [
    ...missing.map((name) => `${name} is missing`),
    ...lines.flatMap((line) => findOutside(line)),
    ...lines.filter((line) => personal.test(line)).map((line) => `personal: ${line}`),
  ];
}

/** A UUID, an address of a mailbox, and an id of Smartsheet as a label. */
const personal = /[0-9a-f]{8}-[0-9a-f]{4}-|@|="\d{15,}/;

function findOutside(line: string): string[] {
  const [, name = '', labels = ''] = /^(\w+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})? /.exec(line) ?? [];
  if (!(name in metricsTable)) return [];
  const spec = getSpec(name as MetricName);
  return [...labels.matchAll(/(\w+)="([^"]*)"/g)].flatMap(([, label = '', value = '']) => {
    if (label === 'le') return [];
    const allowed = spec.labels[label];
    const isAllowed = allowed === 'any' || allowed?.includes(value);
    return isAllowed ? [] : [`${name}: ${label} is ${value}`];
  });
}
