import { CloseButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from './CallBoard.module.css'

type CallFilterFieldProps = {
  text: string
  found: number
  onChange: (text: string) => void
  /** The field is put away, and the keyboard goes back to the list. */
  onClose: () => void
  /** On to the first of what was found. */
  onDone: () => void
}

/** What is typed is looked for in everything a call says. */
export function CallFilterField({ text, found, onChange, onClose, onDone }: CallFilterFieldProps) {
  return (
    <div className={classes.filter}>
      <IconSearch size={14} stroke={2} aria-hidden />
      <input
        type="text"
        aria-label="Filter calls"
        placeholder="Number, type, place, caller or unit"
        value={text}
        // The field has just been asked for.
        ref={takeFocus}
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

const takeFocus = (input: HTMLInputElement | null) => input?.focus()
