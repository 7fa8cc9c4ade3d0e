import { type Automation, isolated, type MatchAct, type RuleMatch, ruleEndpoints } from '@picksync/contracts';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '@picksync/ui/dropdown-menu.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Link } from '@tanstack/react-router';
import { Ellipsis, Pause, Play, RefreshCw, SquareMinus, Unlink } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';
import { showToast } from '../../../stores/toast.ts';
import { useAutomationActions } from '../list/use-automation-actions.tsx';
import { reviewLabel } from '../review/review-texts.ts';
import { SheetLink, sheetToFix } from '../sheet-link.tsx';
import { useRefreshRules } from './use-refresh-rules.ts';

type Sent = { act: MatchAct; columnId?: string };

/** Said where an automation has left its rule. */
export const takenOut = 'The sheet stands on its own';

const done: Record<MatchAct, string> = {
  exclude: 'The sheet is left out',
  include: 'The sheet is taken up',
  choose: 'The column is chosen',
  take_over: 'The sheet is taken over',
  keep: takenOut,
};

function useChangeMatch(ruleId: string, { id }: RuleMatch) {
  const refresh = useRefreshRules();
  return useAction({
    send: (sent: Sent) =>
      call(ruleEndpoints.changeMatch, { params: { id: ruleId, matchId: id }, body: sent }),
    failure: { title: 'Nothing was changed' },
    refresh,
  });
}

type MatchActionsProps = { ruleId: string; match: RuleMatch };

/** What can be done with one sheet of a rule: the way on where it needs somebody, else a menu. */
export function MatchActions({ ruleId, match }: MatchActionsProps) {
  const change = useChangeMatch(ruleId, match);
  const { state, sheetName, choices, takeOver, configuration } = match;
  const act = (sent: Sent) => {
    change.mutate(sent, { onSuccess: () => showToast({ title: done[sent.act] }) });
  };
  const button = (sent: Sent, label: string) => (
    <Button
      key={label}
      size="sm"
      aria-label={`${label}: ${isolated(sheetName)}`}
      pending={change.isPending}
      onClick={() => act(sent)}
    >
      {label}
    </Button>
  );
  switch (state) {
    case 'asks':
      return (
        <Row>
          {button({ act: 'include' }, 'Take it up')}
          {button({ act: 'exclude' }, 'Leave it out')}
        </Row>
      );
    case 'excluded':
      return <Row>{button({ act: 'include' }, 'Take it in')}</Row>;
    case 'waits':
      return <Row>{button({ act: 'exclude' }, 'Leave it out')}</Row>;
    case 'choose':
      return (
        <Row>
          {choices.map(({ columnId, columnName }) =>
            button({ act: 'choose', columnId }, `Choose ${isolated(columnName)}`),
          )}
        </Row>
      );
    case 'taken':
      return <Row>{takeOver && button({ act: 'take_over' }, 'Take it over')}</Row>;
    case 'gone':
      return (
        <Row>
          {choices.map(({ columnId, columnName }) =>
            button(
              { act: 'choose', columnId },
              `${choices.length === 1 ? 'Follow' : 'Choose'} ${isolated(columnName)}`,
            ),
          )}
          {configuration && button({ act: 'keep' }, 'Keep it on its own')}
        </Row>
      );
    case 'follows':
      return configuration ? <FollowActions match={match} onAct={act} /> : null;
    default:
      return null;
  }
}

function Row({ children }: { children: React.ReactNode }) {
  return <div className="flex flex-wrap items-center gap-1.5 @beside:justify-end">{children}</div>;
}

type FollowActionsProps = { match: RuleMatch; onAct: (sent: Sent) => void };

function FollowActions({ match, onAct }: FollowActionsProps) {
  const { configuration } = match;
  if (!configuration) return null;
  return (
    <Row>
      {configuration.review && configuration.isActive && (
        <Link
          to="/automations/$id/review"
          params={{ id: configuration.id }}
          className={buttonClass({ size: 'sm' })}
        >
          {reviewLabel(configuration.review)}
        </Link>
      )}
      <FixLink automation={configuration} />
      <SheetMenu match={match} configuration={configuration} onAct={onAct} />
    </Row>
  );
}

/** The way to where an error can be ended in Smartsheet; draws nothing where there is none. */
function FixLink({ automation }: { automation: Automation }) {
  const link = automation.isActive && automation.review === null ? sheetToFix(automation) : null;
  return link && <SheetLink {...link} />;
}

type SheetMenuProps = FollowActionsProps & { configuration: NonNullable<RuleMatch['configuration']> };

/** Everything that can be done with one sheet that follows. */
function SheetMenu({ match: { sheetName }, configuration, onAct }: SheetMenuProps) {
  const { sync, toggle } = useAutomationActions(configuration);
  const { isActive } = configuration;
  return (
    <DropdownMenu
      trigger={
        <IconButton label={`More actions for ${isolated(sheetName)}`} title="More">
          <Ellipsis strokeWidth={1.75} />
        </IconButton>
      }
    >
      {isActive && (
        <MenuItem icon={RefreshCw} onSelect={() => sync.mutate()}>
          Sync Now
        </MenuItem>
      )}
      <MenuItem icon={isActive ? Pause : Play} onSelect={toggle.run}>
        {isActive ? 'Pause this sheet' : 'Activate this sheet'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={SquareMinus} onSelect={() => onAct({ act: 'exclude' })}>
        Leave it out
      </MenuItem>
      <MenuItem icon={Unlink} onSelect={() => onAct({ act: 'keep' })}>
        Keep it on its own
      </MenuItem>
    </DropdownMenu>
  );
}
