import type { TextInputProps } from '@mantine/core'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { Combo } from './Combo.tsx'

type TextComboProps = Pick<
  TextInputProps,
  'label' | 'description' | 'aria-label' | 'size' | 'placeholder' | 'error' | 'className' | 'maxLength' | 'readOnly' | 'ref'
> & {
  text: string
  onText: (text: string) => void
  suggestions: readonly string[]
  /** The list's label for screen readers. */
  listLabel: string
  /** Called for keys the list does not use. */
  onKeyDown?: (event: KeyboardEvent) => void
  isPanelFocus?: boolean
  /** Focused when the dialog around it opens. */
  isDialogFocus?: boolean
  onBlur?: () => void
}

/** For fields that know their own suggestions. */
export type ChoiceInputProps = Omit<TextComboProps, 'suggestions' | 'listLabel'>

/** A text field with suggestions. Enter takes the marked one; leaving the field keeps what is typed. */
export function TextCombo({ text, onText, suggestions, listLabel, onKeyDown, onBlur, ...field }: TextComboProps) {
  const [isOpen, setOpen] = useState(false)
  const options = useMemo(() => suggestions.map((suggestion, id) => ({ id, content: suggestion })), [suggestions])
  const typed = text.trim().toLowerCase()
  const isCompletion = typed !== '' && suggestions[0]?.toLowerCase().startsWith(typed)
  return (
    <Combo
      {...field}
      text={text}
      onText={(next) => {
        onText(next)
        setOpen(true)
      }}
      options={options}
      listLabel={listLabel}
      empty=""
      isOpen={isOpen && suggestions.length > 0}
      marks={isCompletion ? 'first' : 'none'}
      onOpen={() => setOpen(true)}
      onLeave={() => {
        setOpen(false)
        onBlur?.()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen && suggestions.length > 0) {
          setOpen(false)
          event.preventDefault()
          event.stopPropagation()
        } else onKeyDown?.(event)
      }}
      onPick={(id) => {
        onText(suggestions[id] ?? text)
        setOpen(false)
      }}
    />
  )
}
