import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { FormModal } from './FormModal.tsx'
import { Key } from './Key.tsx'
import classes from './KeyChooser.module.css'
import { Stack } from './layout.tsx'

type KeyChooserProps<Value extends string> = {
  title: string
  /** The subject of the choice. */
  subject: string
  options: readonly { readonly value: Value; /** A capital letter. */ readonly key: string; readonly label: string }[]
  onChoose: (value: Value) => void
  onClose: () => void
}

/** Asks for one of a few kinds: by its letter, or by the arrows and Enter. */
export function KeyChooser<Value extends string>({ title, subject, options, onChoose, onClose }: KeyChooserProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Of the window, because the letter may come before the dialog has the focus; on what is behind it, it would mean something else.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const named = options.find(({ key }) => key === event.key.toUpperCase())
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (named) onChoose(named.value)
      else if (step !== undefined) {
        const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
        const at = buttons.findIndex((each) => each === document.activeElement)
        buttons.at((at + step) % buttons.length)?.focus()
      } else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  })
  return (
    <FormModal title={title} onClose={onClose} size={340}>
      <Text component="p" c="dimmed" mb={10} className="anywhere">
        {subject}
      </Text>
      <Stack ref={list} gap={6}>
        {options.map(({ value, key, label }, index) => (
          <button
            key={value}
            type="button"
            className={classes.option}
            data-autofocus={index === 0 || undefined}
            onClick={() => onChoose(value)}
          >
            {label}
            <Key>{key}</Key>
          </button>
        ))}
      </Stack>
    </FormModal>
  )
}
