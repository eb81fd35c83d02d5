// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { TextCombo } from './TextCombo.tsx'

afterEach(cleanup)

const NAMES = ['Alta St', 'Alta Place', 'Mount Altamira']
const matching = (text: string) => NAMES.filter((name) => text !== '' && name.toLowerCase().includes(text.toLowerCase()))

function Field({ onEnter }: { onEnter?: () => void }) {
  const [text, setText] = useState('')
  return (
    <MantineProvider>
      <TextCombo
        label="Location"
        text={text}
        onText={setText}
        suggestions={matching(text)}
        listLabel="Places"
        onKeyDown={({ key }) => key === 'Enter' && onEnter?.()}
      />
    </MantineProvider>
  )
}

const open = (onEnter?: () => void) => {
  render(<Field onEnter={onEnter} />)
  const field = screen.getByRole<HTMLInputElement>('combobox')
  return {
    field,
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    press: (key: string) => fireEvent.keyDown(field, { key }),
  }
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('the list opens on typing, not on focus, and Enter takes the first that begins so', () => {
  const { field, type, press } = open()
  fireEvent.focus(field)
  expect(options()).toEqual([])
  type('alta')
  expect(options()).toEqual(NAMES)
  press('Enter')
  expect(field.value).toBe('Alta St')
  expect(options()).toEqual([])
})

test('an arrow key marks another; Enter takes that', () => {
  const { field, type, press } = open()
  type('alta')
  press('ArrowDown')
  press('Enter')
  expect(field.value).toBe('Alta Place')
})

test('an option that only contains the text is not taken by Enter, which the form gets instead', () => {
  let enters = 0
  const { field, type, press } = open(() => (enters += 1))
  type('mira')
  expect(options()).toEqual(['Mount Altamira'])
  press('Enter')
  expect([field.value, enters]).toEqual(['mira', 1])
  press('ArrowDown')
  press('Enter')
  expect([field.value, enters]).toEqual(['Mount Altamira', 1])
})

test('Escape closes the list and keeps the text; leaving the field does too', () => {
  const { field, type, press } = open()
  type('alta')
  press('Escape')
  expect([field.value, options()]).toEqual(['alta', []])
  type('alta ')
  fireEvent.blur(field)
  expect([field.value, options()]).toEqual(['alta ', []])
})
