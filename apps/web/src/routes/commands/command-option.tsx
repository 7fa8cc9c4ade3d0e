import type { Automation } from '@picksync/contracts';
import { KeyCap } from '@picksync/ui/key-cap.tsx';
import { useAutomationActions } from '../../features/automations/list/use-automation-actions.tsx';
import { toSegments } from '../../features/help/search-answers.ts';
import { closeCommandMenu } from '../../stores/commands.ts';
import type { Command } from './find-commands.ts';

type OptionProps = {
  id: string;
  command: Command;
  search: string;
  isActive: boolean;
  onReach: () => void;
};

/** One line of the command menu, which closes when it is chosen. */
export function CommandOption(props: OptionProps) {
  const { act } = props.command;
  if (typeof act === 'function') return <Option {...props} onChoose={act} />;
  return <AutomationOption {...props} automation={act.automation} is={act.is} />;
}

/** Something that is done to an automation. */
function AutomationOption({
  automation,
  is,
  ...props
}: OptionProps & { automation: Automation; is: 'sync' | 'toggle' }) {
  const actions = useAutomationActions(automation);
  const act = is === 'toggle' ? actions.toggle.run : () => actions.sync.mutate();
  return <Option {...props} onChoose={act} />;
}

function Option({
  id,
  command,
  search,
  isActive,
  onReach,
  onChoose,
}: OptionProps & { onChoose: () => void }) {
  const { icon: Icon, label, note, keys } = command;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input, which keeps the focus.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      data-active={isActive || undefined}
      onPointerMove={isActive ? undefined : onReach}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        // First: what is chosen may open something in its place.
        closeCommandMenu();
        onChoose();
      }}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 text-sm data-active:bg-sunken pointer-coarse:min-h-11"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      <bdi className="min-w-0 flex-1 break-words">
        {toSegments(label, search).map(({ text, found }, at) =>
          found ? (
            <mark key={at} className="bg-transparent font-bold text-inherit underline underline-offset-3">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </bdi>
      {note && <span className="shrink-0 text-xs text-ink-2">{note}</span>}
      {keys && (
        <span aria-hidden="true" className="flex shrink-0 gap-1 pointer-coarse:hidden">
          {keys.map((key) => (
            <KeyCap key={key}>{key}</KeyCap>
          ))}
        </span>
      )}
    </div>
  );
}
