import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Cell, CellValue, Column } from '../contract.ts';
import { chosenIn, contactChoices, editedText, typedValue } from './cell-values.ts';
import { isDropdown, symbolValues } from './column-kind.ts';
import { editorClass, type Then, usePressOutside } from './editing.ts';
import { OptionPicker } from './option-picker.tsx';

type CellEditorProps = {
  column: Column;
  cell: Cell | undefined;
  label: string;
  onCommit: (value: CellValue, then: Then) => void;
  onCancel: (then: 'stay' | 'leave') => void;
};

/** What a cell is edited with, by its column's type. */
export function CellEditor({ column, cell, label, onCommit, onCancel }: CellEditorProps) {
  const symbols = symbolValues(column);
  if (symbols || isDropdown(column)) {
    const several = column.type === 'MULTI_PICKLIST';
    return (
      <OptionPicker
        label={label}
        options={symbols ?? column.options ?? []}
        several={several}
        free={!symbols && !column.validation}
        isSymbol={symbols !== null}
        chosen={chosenIn(cell)}
        onCommit={(chosen, then) => onCommit(several ? chosen : (chosen[0] ?? null), then)}
        onCancel={onCancel}
      />
    );
  }
  const shown = editedText(column, cell);
  return (
    <TextEditor
      type={column.type === 'DATE' ? 'date' : 'text'}
      label={label}
      text={shown}
      suggestions={contactChoices(column)}
      onCommit={(typed, then) => {
        if (typed === shown) onCommit(cell?.value ?? null, then);
        else if (typed === '') onCommit(null, then);
        else onCommit(column.type === 'TEXT_NUMBER' ? typedValue(typed) : typed, then);
      }}
      onCancel={onCancel}
    />
  );
}

type TextEditorProps = {
  type: 'text' | 'date';
  label: string;
  text: string;
  suggestions: string[];
  onCommit: (typed: string, then: Then) => void;
  onCancel: (then: 'stay' | 'leave') => void;
};

/** A text or date field in a cell. Enter and Tab commit the text, Escape does not. What is typed first takes its place. */
function TextEditor({ type, label, text, suggestions, onCommit, onCancel }: TextEditorProps) {
  const listId = useId();
  const [typed, setTyped] = useState(text);
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const commit = (then: Then) => {
    if (isDone.current) return;
    isDone.current = true;
    onCommit(typed, then);
  };
  usePressOutside([input], () => commit('leave'));
  const onKeyDown = (event: KeyboardEvent) => {
    // All keys belong to the text, not to the grid.
    event.stopPropagation();
    if (event.key !== 'Escape' && event.key !== 'Enter' && event.key !== 'Tab') return;
    event.preventDefault();
    if (event.key !== 'Escape') return commit(event.key === 'Enter' ? 'down' : 'right');
    isDone.current = true;
    onCancel('stay');
  };
  return (
    <>
      <input
        ref={input}
        type={type}
        aria-label={label}
        list={suggestions.length > 0 ? listId : undefined}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => commit('leave')}
        className={editorClass}
      />
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
}
