import { CloseButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './FilterField.module.css'

type FilterFieldProps = {
  label: string
  placeholder: string
  text: string
  found: number
  /** Increases whenever the field is requested: it then takes focus and selects its text. */
  asked: number
  onChange: (text: string) => void
  /** The field is closed, and focus returns to the list. */
  onClose: () => void
  /** Moves on to the first match. */
  onDone: () => void
}

/** Shown above a list while it is being filtered. */
export function FilterField({ label, placeholder, text, found, asked, onChange, onClose, onDone }: FilterFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [asked])
  return (
    <div className={classes.filter}>
      <IconSearch size={14} stroke={2} aria-hidden />
      <input
        ref={input}
        type="text"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          else if (event.key === 'Enter' || event.key === 'ArrowDown') onDone()
          else return
          event.preventDefault()
        }}
      />
      {text !== '' && <output className="faint">{found} found</output>}
      <CloseButton size="sm" aria-label="Close the filter" onClick={onClose} />
    </div>
  )
}

/** A filter field that is hidden until it is asked for: its text is null until then. `onDone` moves the focus to the list. */
export function useFilterField(onDone: () => void) {
  const [text, setText] = useState<string | null>(null)
  const [asked, setAsked] = useState(0)
  return {
    text,
    open: () => {
      setText(text ?? '')
      setAsked(asked + 1)
    },
    hide: () => setText(null),
    props: {
      asked,
      onChange: setText,
      onClose: () => {
        setText(null)
        onDone()
      },
      onDone,
    },
  }
}
