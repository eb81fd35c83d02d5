import { CloseButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from './FilterField.module.css'

type FilterFieldProps = {
  label: string
  placeholder: string
  text: string
  found: number
  /** Goes up each time the field is asked for: it then takes the keyboard, and what is typed replaces what was. */
  asked: number
  onChange: (text: string) => void
  /** The field is put away, and the keyboard goes back to the list. */
  onClose: () => void
  /** On to the first of what was found. */
  onDone: () => void
}

/** Above a list, while the list is being filtered. */
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
