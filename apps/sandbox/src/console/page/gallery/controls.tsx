import { Button } from '@picksync/ui/button.tsx';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { Combobox } from '@picksync/ui/combobox.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { OtpInput } from '@picksync/ui/otp-input.tsx';
import { PasswordInput } from '@picksync/ui/password-input.tsx';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import { ReasonedButton } from '@picksync/ui/reasoned-button.tsx';
import { Segmented } from '@picksync/ui/segmented.tsx';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import { Switch } from '@picksync/ui/switch.tsx';
import { Tabs } from '@picksync/ui/tabs.tsx';
import { PasswordField, TextAreaField, TextField } from '@picksync/ui/text-field.tsx';
import { ThemeToggle } from '@picksync/ui/theme-toggle.tsx';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Line, Specimen } from './specimen.tsx';

type Stateful<T> = { initial: T; children: (value: T, setValue: (value: T) => void) => ReactNode };

/** Keeps what a control is set to, so that it can be tried. */
function Stateful<T>({ initial, children }: Stateful<T>) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}

/** What is pressed and filled in. */
export function Controls() {
  return (
    <>
      <Buttons />
      <Fields />
      <Choices />
    </>
  );
}

function Buttons() {
  return (
    <>
      <Specimen name="Button">
        <Line>
          <Button variant="primary">Primary</Button>
          <Button>Secondary</Button>
          <Button variant="quiet">Quiet</Button>
          <Button variant="danger">Danger</Button>
        </Line>
        <Line>
          <Button size="sm">Small</Button>
          <Button>Medium</Button>
          <Button size="lg">Large</Button>
          <Button>
            <Plus aria-hidden="true" />
            With a picture
          </Button>
        </Line>
        <Line>
          <Button disabled>Disabled</Button>
          <Button variant="primary" pending>
            Pending
          </Button>
          <Button variant="primary" pending pendingLabel="Saving…">
            Save
          </Button>
        </Line>
      </Specimen>
      <Specimen name="IconButton">
        <Line>
          <IconButton label="Delete">
            <Trash2 />
          </IconButton>
          <IconButton label="Delete, disabled" disabled>
            <Trash2 />
          </IconButton>
          <IconButton label="Delete, pending" pending>
            <Trash2 />
          </IconButton>
        </Line>
      </Specimen>
      <Specimen name="ReasonedButton">
        <Line>
          <ReasonedButton>Can be pressed</ReasonedButton>
          <ReasonedButton disabledReason="Connect Smartsheet first.">Says why not</ReasonedButton>
        </Line>
      </Specimen>
    </>
  );
}

const sheets = [
  { value: '1', label: 'Clients', detail: '44 rows' },
  { value: '2', label: 'Projects', detail: '20 rows' },
  { value: '3', label: 'Registry', disabledReason: 'You may only view this sheet.' },
];

function Fields() {
  return (
    <>
      <Specimen name="Field, Input">
        <Field label="Name" hint="A hint beneath it">
          {(control) => <Input {...control} defaultValue="Clients into Time sheet" />}
        </Field>
        <Field label="Name" error="Please enter a name.">
          {(control) => <Input {...control} placeholder="Clients into Time sheet" />}
        </Field>
        <Field label="Name">{(control) => <Input {...control} disabled defaultValue="Disabled" />}</Field>
      </Specimen>
      <Specimen name="TextField, PasswordField, TextAreaField">
        <TextField label="Company" hint="As it stands on receipts" input={{ defaultValue: 'Northwind' }} />
        <PasswordField label="Current password" error="That is not your password." input={{}} />
        <TextAreaField label="Message" className="min-h-20" input={{ defaultValue: 'Several\nlines' }} />
      </Specimen>
      <Specimen name="SelectInput">
        <SelectInput aria-label="Region" defaultValue="eu">
          <option value="us">United States</option>
          <option value="eu">Europe</option>
        </SelectInput>
        <SelectInput aria-label="Region, disabled" disabled>
          <option>United States</option>
        </SelectInput>
      </Specimen>
      <Specimen name="PasswordInput, OtpInput">
        <PasswordInput aria-label="Password" defaultValue="Copper-Lantern-58!" />
        <Stateful initial="4829">
          {(code, setCode) => <OtpInput aria-label="Verification code" value={code} onChange={setCode} />}
        </Stateful>
        <OtpInput aria-label="Wrong code" aria-invalid value="482913" onChange={() => undefined} />
      </Specimen>
      <Specimen name="Combobox">
        <Stateful<string | null> initial="1">
          {(sheet, setSheet) => (
            <Combobox
              aria-label="Source sheet"
              name="Source sheet"
              placeholder="Choose a sheet"
              emptyText="No sheets"
              options={sheets}
              value={sheet}
              onChange={setSheet}
            />
          )}
        </Stateful>
        <Combobox
          aria-label="Sheet, loading"
          name="Sheet"
          placeholder="Choose a sheet"
          emptyText="No sheets"
          options={[]}
          value={null}
          onChange={() => undefined}
          loading
        />
      </Specimen>
    </>
  );
}

function Choices() {
  return (
    <>
      <Specimen name="Checkbox, Switch">
        <Stateful initial={true}>
          {(on, setOn) => (
            <>
              <Checkbox label="Ignore case" hint="Ann and ann are one option" checked={on} onChange={setOn} />
              <Line>
                <Switch label="On or off" checked={on} onChange={setOn} />
                <Switch label="The other way round" checked={!on} onChange={() => setOn(!on)} />
                <Switch label="Disabled" checked={false} disabled onChange={() => undefined} />
              </Line>
            </>
          )}
        </Stateful>
        <Checkbox label="Disabled" checked={false} disabled onChange={() => undefined} />
      </Specimen>
      <Specimen name="RadioCards, Segmented, Tabs, ThemeToggle">
        <Stateful<'mirror' | 'add'> initial="mirror">
          {(mode, setMode) => (
            <RadioCards
              label="Mode"
              options={[
                { value: 'mirror', label: 'Mirror', hint: 'Exactly the source' },
                { value: 'add', label: 'Add only', hint: 'Removes nothing' },
              ]}
              value={mode}
              onChange={setMode}
            />
          )}
        </Stateful>
        <Stateful<'day' | 'week'> initial="day">
          {(span, setSpan) => {
            const spans = [
              { value: 'day', label: 'Day' },
              { value: 'week', label: 'Week' },
            ] as const;
            return (
              <>
                <Segmented label="Span" options={spans} value={span} onChange={setSpan} />
                <Tabs label="Spans" tabs={spans} value={span} onChange={setSpan} fit>
                  <p className="text-sm">The panel of “{span}”</p>
                </Tabs>
              </>
            );
          }}
        </Stateful>
        <ThemeToggle value="system" onChange={() => undefined} className="justify-self-start" />
      </Specimen>
    </>
  );
}
