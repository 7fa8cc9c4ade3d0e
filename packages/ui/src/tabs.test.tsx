import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Tabs } from './tabs.tsx';

const tabs = ['One', 'Two', 'Three'].map((label) => ({ value: label, label }));

const Chapters = () => {
  const [value, setValue] = useState('One');
  return (
    <Tabs label="Chapters" tabs={tabs} value={value} onChange={setValue}>
      Chapter {value}
    </Tabs>
  );
};

const open = () => screen.getByRole('tabpanel').textContent;

test('arrows move round, Home and End go to the ends, and the focus goes along', async () => {
  render(<Chapters />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(open()).toBe('Chapter Two');
  expect(document.activeElement?.textContent).toBe('Two');
  await userEvent.keyboard('{End}');
  expect(open()).toBe('Chapter Three');
  await userEvent.keyboard('{ArrowRight}');
  expect(open()).toBe('Chapter One');
  await userEvent.keyboard('{ArrowLeft}{Home}');
  expect(open()).toBe('Chapter One');
});

test('the open panel is named by its tab, and only that tab is a stop', async () => {
  render(<Chapters />);
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('One');
  expect(screen.getByRole('tabpanel', { name: 'One' })).toBeTruthy();
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1]);
});
