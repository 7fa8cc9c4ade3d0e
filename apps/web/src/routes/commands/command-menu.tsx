import { DialogNoticeStrip } from '@picksync/ui/dialog-notice-strip.tsx';
import { useFocusReturn } from '@picksync/ui/focus-return.ts';
import { KeyCap } from '@picksync/ui/key-cap.tsx';
import { ToastPlace } from '@picksync/ui/toast-place.tsx';
import { useTopmostEscape } from '@picksync/ui/topmost-escape.ts';
import { Search, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { closeCommandMenu, openShortcutList } from '../../stores/commands.ts';
import { useBackClosesWhile } from '../../ui/use-back-closes.tsx';
import { CommandOption } from './command-option.tsx';
import type { CommandGroup } from './find-commands.ts';
import { useCommands } from './use-commands.ts';

/**
 * Goes, finds and acts by what is typed. By the ARIA pattern of a combobox: the focus stays in the field, and the arrow keys
 * move through the options.
 */
export function CommandMenu() {
  const focus = useFocusReturn();
  const onEscape = useTopmostEscape(true, closeCommandMenu);
  useBackClosesWhile(true, closeCommandMenu);
  return (
    <Radix.Root open onOpenChange={closeCommandMenu}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade-in bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          {...focus}
          onEscapeKeyDown={onEscape}
          className="fixed inset-0 z-50 flex animate-rise-in flex-col overflow-hidden bg-surface shadow-pop outline-none md:inset-x-0 md:top-[12vh] md:bottom-auto md:mx-auto md:max-h-[70vh] md:w-[calc(100vw-48px)] md:max-w-[600px] md:rounded-xl"
        >
          <Radix.Title className="sr-only">Command menu</Radix.Title>
          <DialogNoticeStrip className="shrink-0" />
          <Finder />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Finder() {
  const id = useId();
  const [search, setSearch] = useState('');
  const [reached, setReached] = useState(0);
  const groups = useCommands(search);
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0);
  const active = Math.min(reached, count - 1);
  const optionId = (index: number) => `${id}-${index}`;
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const keys: Record<string, () => void> = {
    ArrowDown: () => setReached(active < count - 1 ? active + 1 : 0),
    ArrowUp: () => setReached(active > 0 ? active - 1 : count - 1),
    Enter: () => document.getElementById(optionId(active))?.click(),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    // While a word is being composed, its keys belong to the input method.
    if (!act || event.nativeEvent.isComposing || count === 0) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      <div className="flex shrink-0 items-center gap-2.5 border-b border-line ps-4 pe-3">
        <Search aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        <input
          dir="auto"
          type="text"
          role="combobox"
          aria-label="Go to, find or do"
          aria-autocomplete="list"
          aria-expanded={count > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={count > 0 ? optionId(active) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Go to, find or do"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
            setReached(0);
          }}
          onKeyDown={onKeyDown}
          className="h-13 min-w-0 flex-1 bg-transparent text-lg outline-none md:text-md"
        />
        <button type="button" aria-label="Esc, close" onClick={closeCommandMenu} className="rounded-sm">
          <span className="max-md:hidden">
            <KeyCap>Esc</KeyCap>
          </span>
          <X aria-hidden="true" className="mx-auto size-4 text-ink-2 md:hidden" />
        </button>
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Commands"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1 pb-2"
      >
        <Groups groups={groups} search={search} active={active} optionId={optionId} onReach={setReached} />
      </div>
      {count === 0 && (
        <div className="grid gap-1 px-5 pb-8 text-sm">
          <p className="font-semi">{`Nothing found for “${search.trim()}”`}</p>
          <p className="text-ink-2">Search looks at automations, pages, actions and help.</p>
        </div>
      )}
      <span aria-live="polite" className="sr-only">
        {search !== '' && foundText(count)}
      </span>
      <Foot />
    </>
  );
}

/** What those hear who do not see the list. */
function foundText(count: number): string {
  if (count === 0) return 'Nothing found';
  return count === 1 ? '1 result' : `${count} results`;
}

type GroupsProps = {
  groups: readonly CommandGroup[];
  search: string;
  active: number;
  optionId: (index: number) => string;
  onReach: (index: number) => void;
};

function Groups({ groups, search, active, optionId, onReach }: GroupsProps) {
  let first = 0;
  return groups.map(({ title, commands }) => {
    const start = first;
    first += commands.length;
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; this is a group of a listbox.
      <div key={title} role="group" aria-label={title}>
        <p aria-hidden="true" className="px-3 pt-2.5 pb-1 text-xs font-semi text-ink-2">
          {title}
        </p>
        {commands.map((command, at) => (
          <CommandOption
            key={command.id}
            id={optionId(start + at)}
            command={command}
            search={search}
            isActive={start + at === active}
            onReach={() => onReach(start + at)}
          />
        ))}
      </div>
    );
  });
}

function Foot() {
  return (
    <footer className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-ink-2">
      <span className="flex items-center gap-1 max-md:hidden">
        <KeyCap>↑</KeyCap>
        <KeyCap>↓</KeyCap> choose
      </span>
      <span className="flex items-center gap-1 max-md:hidden">
        <KeyCap>Enter</KeyCap> open
      </span>
      <ToastPlace className="min-w-40 flex-1" />
      <button
        type="button"
        onClick={openShortcutList}
        className="ms-auto flex items-center gap-1 rounded-sm hover:text-ink"
      >
        <KeyCap>?</KeyCap> all shortcuts
      </button>
    </footer>
  );
}
