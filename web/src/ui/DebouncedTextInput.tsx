import { CloseButton, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'

type DebouncedTextInputProps = {
  value: string
  onCommit: (value: string) => void
  label: string
  placeholder?: string
  icon?: ReactNode
  className?: string
  /** The down arrow, which leads from a search into its results. */
  onArrowDown?: () => void
}

const PAUSE_MS = 250

/**
 * Reports the text after a pause or on Enter, so that not every key changes the address. Not on blur: the pointer that takes the focus away is
 * still down on a row, which would move from under it.
 */
export function DebouncedTextInput({ value, onCommit, label, placeholder, icon, className, onArrowDown }: DebouncedTextInputProps) {
  const [draft, setDraft] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setDraft(value)
  }
  const commit = useEffectEvent((text: string) => onCommit(text))
  useEffect(() => {
    if (draft === value) return
    const timer = setTimeout(() => commit(draft), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft, value])

  const commitNow = (text: string) => {
    setDraft(text)
    if (text !== value) onCommit(text)
  }
  return (
    <TextInput
      className={className}
      type="search"
      aria-label={label}
      placeholder={placeholder ?? label}
      value={draft}
      maxLength={200}
      leftSection={icon}
      rightSection={draft ? <CloseButton size="sm" aria-label={`Clear ${label.toLowerCase()}`} onClick={() => commitNow('')} /> : null}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commitNow(draft)
        if (event.key === 'ArrowDown') onArrowDown?.()
        if (event.key === 'Escape' && draft) {
          event.preventDefault()
          commitNow('')
        }
      }}
    />
  )
}
