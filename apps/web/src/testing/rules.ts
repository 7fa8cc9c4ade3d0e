import { defaultSettings, type Rule } from '@picksync/contracts';

export const ruleId = '0198f5a0-0000-7000-8000-000000000061';

/** A rule that is well, but for what is given. */
export function rule(given: Partial<Rule> = {}): Rule {
  return {
    id: ruleId,
    name: 'Clients into every sheet of Client projects',
    place: { kind: 'folder', id: '77', name: 'Client projects' },
    workspaceName: 'Delivery',
    includesSubfolders: true,
    columnTitle: 'Client',
    sourceSheetId: '101',
    sourceSheetName: 'Clients',
    sourceColumnId: '1011',
    sourceColumnName: 'Client name',
    ...defaultSettings,
    newSheets: 'take_up',
    isActive: true,
    pausedBy: null,
    createdAt: '2026-11-01T10:00:00.000Z',
    lookedAt: new Date().toISOString(),
    nextLookAt: null,
    isLooking: false,
    unreadableSince: null,
    unreadableMessage: null,
    unreadableFolders: 0,
    sheetCount: 3,
    folderCount: 1,
    counts: {
      follows: 1,
      inSync: 1,
      toSync: 0,
      needReview: 0,
      failing: 0,
      isNew: 0,
      asks: 0,
      choose: 1,
      waits: 0,
      gone: 0,
      leftOut: 1,
    },
    ...given,
  };
}
