import { TextInput, type TextInputProps } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { dateOnly, dateTime } from '../platform/format/dates.ts'
import { classNames } from './layout.tsx'
import classes from './DateField.module.css'

type DateFieldProps = Omit<TextInputProps, 'type' | 'value' | 'classNames' | 'leftSection'> & {
  type?: 'date' | 'datetime-local'
  value?: string | undefined
  inputClassName?: string | undefined
}

/**
 * A browser's picker of a day or a moment. It shows the date as the rest of the portal writes it, and the browser's own form, which every
 * browser orders differently, while it has the focus.
 */
export function DateField({ type = 'date', value = '', error, inputClassName, ...rest }: DateFieldProps) {
  return (
    <TextInput
      {...rest}
      type={type}
      value={value}
      onKeyDown={passParts}
      // A picker has a whole date or none, so that nothing else can be wrong with an empty one.
      error={error && value === '' ? 'Choose a date' : error}
      leftSection={<span aria-hidden>{type === 'date' ? dateOnly(value) : dateTime(value)}</span>}
      classNames={{ wrapper: classes.wrapper, section: classes.words, input: classNames(value !== '' && classes.filled, inputClassName) }}
    />
  )
}

const STOPS = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled), a[href], [tabindex]'

/**
 * One stop of Tab instead of four: a browser stops at day, month, year and its button. The parts are reached by arrow keys and by typing, and the
 * picker by Alt+↓.
 */
function passParts(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey, currentTarget } = event
  if (key !== 'Tab' || altKey || ctrlKey || metaKey) return
  const scope = currentTarget.closest('[role="dialog"]') ?? document
  const stops = [...scope.querySelectorAll<HTMLElement>(STOPS)].filter((each) => each.tabIndex >= 0 && each.checkVisibility())
  const next = stops[stops.indexOf(currentTarget) + (shiftKey ? -1 : 1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
