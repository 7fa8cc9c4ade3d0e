import { Badge } from '@picksync/ui/badge.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Input } from '@picksync/ui/input.tsx';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import { Switch } from '@picksync/ui/switch.tsx';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';

type LabelledProps = { label: string; children: (id: string) => ReactNode };

function Labelled({ label, children }: LabelledProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

type SelectFieldProps<Value extends string> = {
  label: string;
  /** The labels of the values to choose from. */
  options: Readonly<Record<Value, string>>;
  value: Value;
  disabled?: boolean;
  onChange: (value: Value) => void;
};

export function SelectField<Value extends string>({
  label,
  options,
  onChange,
  ...rest
}: SelectFieldProps<Value>) {
  return (
    <Labelled label={label}>
      {(id) => (
        <SelectInput id={id} {...rest} onChange={({ target }) => onChange(target.value as Value)}>
          {Object.entries<string>(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectInput>
      )}
    </Labelled>
  );
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  label: string;
  value: string;
  /** Called when the field is left or Enter is pressed, and something else stands in it. */
  onSave: (value: string) => void;
};

/** A field whose text is saved once it is entered; what is saved elsewhere meanwhile does not disturb typing. */
export function TextField({ label, value, onSave, ...rest }: TextFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const save = () => {
    setTyped(null);
    if (typed !== null && typed !== value) onSave(typed);
  };
  return (
    <Labelled label={label}>
      {(id) => (
        <Input
          id={id}
          {...rest}
          value={typed ?? value}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={save}
          onKeyDown={({ key }) => key === 'Enter' && save()}
        />
      )}
    </Labelled>
  );
}

type NumberFieldProps = {
  label: string;
  value: number | null;
  placeholder: string;
  max?: number;
  /** Called once it is entered. */
  onSave?: (value: number | null) => void;
  /** Called with each digit. */
  onInput?: (value: number | null) => void;
};

function toWhole(typed: string): number | null {
  return typed === '' ? null : Math.max(0, Math.round(Number(typed)));
}

/** A field for an integer or nothing. */
export function NumberField({ value, onSave, onInput, ...rest }: NumberFieldProps) {
  return (
    <TextField
      {...rest}
      type="number"
      min={0}
      value={String(value ?? '')}
      onInput={({ currentTarget }) => onInput?.(toWhole(currentTarget.value))}
      onSave={(typed) => onSave?.(toWhole(typed))}
    />
  );
}

type ShareFieldProps = { label: string; value: number; onSave: (value: number) => void };

/** A slider from 0 % to 100 %, saved when it is let go. */
export function ShareField({ label, value, onSave }: ShareFieldProps) {
  const [moved, setMoved] = useState<number | null>(null);
  const percent = moved ?? Math.round(value * 100);
  const save = () => {
    if (moved !== null) onSave(moved / 100);
    setMoved(null);
  };
  return (
    <Labelled label={label}>
      {(id) => (
        <div className="flex min-h-9 items-center gap-3">
          <input
            id={id}
            type="range"
            min={0}
            max={100}
            step={5}
            value={percent}
            onChange={({ target }) => setMoved(Number(target.value))}
            onPointerUp={save}
            onKeyUp={save}
            onBlur={save}
            className="min-w-0 flex-1 accent-accent"
          />
          <output htmlFor={id} className="tabular w-12 text-right text-sm">
            {percent} %
          </output>
        </div>
      )}
    </Labelled>
  );
}

type SwitchRowProps = { title: string; caption?: string; on: boolean; onChange: (on: boolean) => void };

export function SwitchRow({ title, caption, on, onChange }: SwitchRowProps) {
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <div className="text-sm font-medium [overflow-wrap:anywhere]">{title}</div>
        {caption && <div className="text-xs text-ink-2">{caption}</div>}
      </div>
      <Switch label={title} checked={on} onChange={onChange} />
    </div>
  );
}

type BoardCardProps = { title: string; on?: boolean; wide?: boolean; children: ReactNode };

/** A group of settings, with a badge while one of them is on. */
export function BoardCard({ title, on = false, wide = false, children }: BoardCardProps) {
  return (
    <section
      aria-label={title}
      className={cx(
        'grid content-start gap-4 rounded-lg border border-line bg-surface px-4 py-4',
        wide && 'sm:grid-cols-[repeat(auto-fill,minmax(220px,1fr))] lg:col-span-full',
      )}
    >
      <header className="col-span-full flex min-h-6 items-center justify-between gap-2">
        <h2 className="font-semi">{title}</h2>
        {on && <Badge tone="warn">On</Badge>}
      </header>
      {children}
    </section>
  );
}

export function Board({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,290px),1fr))] gap-3">{children}</div>
  );
}

export function Caption({ children }: { children: ReactNode }) {
  return <p className="text-xs text-ink-2">{children}</p>;
}
