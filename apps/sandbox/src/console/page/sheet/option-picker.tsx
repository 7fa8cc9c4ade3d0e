import { cx } from '@picksync/ui/class-names.ts';
import { Check } from 'lucide-react';
import { Popover } from 'radix-ui';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { SymbolMark, Tick } from './cell-content.tsx';
import { choices, chosenInOrder, type Question } from './cell-values.ts';
import { editorClass, type Then, usePressOutside } from './editing.ts';

type OptionPickerProps = Question & {
  label: string;
  chosen: string[];
  isSymbol: boolean;
  onCommit: (chosen: string[], then: Then) => void;
  onCancel: (then: 'stay' | 'leave') => void;
};

type Picking = Pick<OptionPickerProps, 'chosen' | 'onCommit' | 'onCancel'> & { question: Question };

/** What is typed and chosen in a picker, and which option the arrow keys have reached. It answers once. */
function usePicker({ question, onCommit, onCancel, ...props }: Picking) {
  const isDone = useRef(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(props.chosen));
  const [typed, setTyped] = useState('');
  const shown = choices(question, typed);
  const [reached, setReached] = useState(() =>
    Math.max(
      0,
      shown.findIndex((one) => chosen.has(one)),
    ),
  );
  const active = Math.max(0, Math.min(reached, shown.length - 1));
  const once = (answer: () => void) => {
    if (isDone.current) return;
    isDone.current = true;
    answer();
  };
  const commit = (picked: ReadonlySet<string>, then: Then) =>
    once(() => onCommit(chosenInOrder(question.options, picked), then));
  const cancel = (then: 'stay' | 'leave') => once(() => onCancel(then));
  const choose = (option: string | undefined) => {
    if (option === undefined) return commit(chosen, 'stay');
    if (!question.several) return commit(new Set([option]), 'down');
    const next = new Set(chosen);
    if (!next.delete(option)) next.add(option);
    setChosen(next);
    setTyped('');
  };
  const type = (text: string) => {
    setTyped(text);
    setReached(0);
  };
  const leave = () => (question.several ? commit(chosen, 'leave') : cancel('leave'));
  const keys: Partial<Record<string, () => void>> = {
    ArrowDown: () => setReached(active + 1),
    ArrowUp: () => setReached(active - 1),
    Enter: () => choose(shown[active]),
    Tab: () => commit(chosen, 'right'),
    Escape: () => cancel('stay'),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // All keys belong to the picker, not to the grid.
    event.stopPropagation();
    const act = keys[event.key];
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
  return { chosen, typed, shown, active, choose, type, leave, onKeyDown };
}

/** A field with the column's options below it. A single choice closes it; with several, each can be toggled. */
export function OptionPicker({
  label,
  isSymbol,
  chosen,
  onCommit,
  onCancel,
  ...question
}: OptionPickerProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const picker = usePicker({ question, chosen, onCommit, onCancel });
  const { shown, active } = picker;
  useLayoutEffect(() => input.current?.focus(), []);
  usePressOutside([input, list], picker.leave);
  return (
    <Popover.Root open={shown.length > 0}>
      <Popover.Anchor asChild>
        <input
          ref={input}
          role="combobox"
          aria-label={label}
          aria-expanded={shown.length > 0}
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={shown.length > 0 ? `${listId}-${active}` : undefined}
          autoComplete="off"
          placeholder={question.options.length > 0 ? 'Search options' : 'No options yet'}
          value={picker.typed}
          onChange={({ target }) => picker.type(target.value)}
          onKeyDown={picker.onKeyDown}
          onBlur={picker.leave}
          className={editorClass}
        />
      </Popover.Anchor>
      <Popover.Portal container={document.querySelector('main')}>
        <Popover.Content
          ref={list}
          role="presentation"
          align="start"
          sideOffset={2}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // The focus stays in the field while options are pressed, and the grid does not take it for a press elsewhere.
          onMouseDown={(event) => event.preventDefault()}
          className="z-60 max-h-[min(300px,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-[200px] overflow-y-auto rounded-md border border-line bg-surface p-1 text-sm shadow-pop outline-none"
        >
          <div role="listbox" id={listId} aria-label="Options" aria-multiselectable={question.several}>
            {shown.map((option, index) => (
              <Option
                key={option}
                id={`${listId}-${index}`}
                isOn={picker.chosen.has(option)}
                isActive={index === active}
                several={question.several}
                onChoose={() => picker.choose(option)}
              >
                {!question.options.includes(option) ? (
                  `Use “${option}”`
                ) : isSymbol ? (
                  <SymbolMark value={option} />
                ) : (
                  option
                )}
              </Option>
            ))}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type OptionProps = {
  id: string;
  several: boolean;
  isOn: boolean;
  isActive: boolean;
  onChoose: () => void;
  children: ReactNode;
};

function Option({ id, several, isOn, isActive, onChoose, children }: OptionProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field above, which keeps the focus
    <div
      ref={place}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isOn}
      data-active={isActive || undefined}
      onClick={onChoose}
      className={cx(
        'flex min-h-8 cursor-pointer items-center justify-between gap-2 rounded-sm px-2',
        isActive ? 'bg-sunken' : 'hover:bg-sunken',
      )}
    >
      <span className="truncate">{children}</span>
      {several ? <Tick on={isOn} /> : isOn && <Check aria-hidden="true" className="size-4 text-accent" />}
    </div>
  );
}
