import { isDeepStrictEqual } from 'node:util';
import { type Automation, defaultSettings, type SettingName, settingNames } from '@picksync/contracts';
import { Document, isScalar, type ParsedNode, Scalar, visit } from 'yaml';
import { escapeControls, toOneLine } from '../one-line.ts';

const introduction = ` Automations of Picksync. Each is known by the column that it fills; names are there for people.
 \`picksync plan\` shows what this file would change, \`picksync apply\` changes it.`;

/** Returns automations as the text of a file. Those of a rule are left out: they have the settings of the rule. */
export function writeFile(automations: readonly Automation[]): string {
  const own = automations.filter(({ rule }) => rule === null);
  const document = new Document({ automations: own.map(toEntry) });
  document.commentBefore = introduction;
  // Only between these quotes is an escaped character read as what it stands for.
  visit(document, {
    Scalar: (_, node) => {
      const { value } = node;
      if (typeof value === 'string' && escapeControls(value) !== value) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  for (const [index, automation] of own.entries()) {
    for (const [path, name] of findNames(automation)) {
      const node = document.getIn(['automations', index, ...path], true) as ParsedNode | undefined;
      if (isScalar(node)) node.comment = ` ${toOneLine(name)}`;
    }
  }
  return escapeControls(document.toString({ lineWidth: 0 }));
}

function toEntry(automation: Automation) {
  const { name, isActive, pausedBy } = automation;
  return {
    name,
    // One that was not paused by its owner goes on when the reason is over.
    ...(!isActive && pausedBy === 'user' && { active: false }),
    source: { [automation.sourceKind]: automation.sourceSheetId, column: automation.sourceColumnId },
    destination: { sheet: automation.sheetId, column: automation.targetColumnId },
    ...toSettings(automation),
  };
}

/** Returns the settings that are not as the form has them at first. */
function toSettings(automation: Automation) {
  const used = settingNames.filter(
    (name) => name !== 'sourceKind' && !isDeepStrictEqual(automation[name], defaultSettings[name]),
  );
  return Object.fromEntries(used.map((name) => [name, toSetting(name, automation)]));
}

function toSetting(setting: SettingName, automation: Automation): unknown {
  const { filters, labelTemplate, addressColumn } = automation;
  if (setting === 'filters' && filters)
    return {
      match: filters.match,
      rules: filters.rules.map(({ columnId: column, operator, value }) => ({
        column,
        operator,
        ...(value !== null && { value }),
      })),
    };
  if (setting === 'labelTemplate' && labelTemplate)
    return {
      template: labelTemplate.template,
      columns: labelTemplate.columns.map(({ columnId }) => columnId),
    };
  if (setting === 'addressColumn' && addressColumn) return addressColumn.columnId;
  return automation[setting];
}

type Named = [path: (string | number)[], name: string];

/** Returns the names of everything that has an id in the file. */
function findNames(automation: Automation): Named[] {
  const { filters, labelTemplate, addressColumn } = automation;
  return [
    [['source', automation.sourceKind], automation.sourceSheetName ?? ''],
    [['source', 'column'], automation.sourceColumnName],
    [['destination', 'sheet'], automation.sheetName],
    [['destination', 'column'], automation.targetColumnName],
    ...(filters?.rules ?? []).map(
      ({ columnName }, index): Named => [['filters', 'rules', index, 'column'], columnName],
    ),
    ...(labelTemplate?.columns ?? []).map(
      ({ columnName }, index): Named => [['labelTemplate', 'columns', index], columnName],
    ),
    ...(addressColumn ? [[['addressColumn'], addressColumn.columnName] satisfies Named] : []),
  ];
}
