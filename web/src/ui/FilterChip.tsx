import type { ComponentProps, ReactNode } from 'react'
import classes from './FilterChip.module.css'

type FilterChipProps = {
  children: ReactNode
  onClick: () => void
  /** Whether this filter is active; omitted for chips that trigger an action. */
  isOn?: boolean | undefined
  disabled?: boolean | undefined
  danger?: boolean
  /** Offers a value that is not set yet. */
  isSuggestion?: boolean
  title?: string | undefined
}

/** A small round button, as in a panel's header. */
export function FilterChip({ children, onClick, isOn, disabled, danger, isSuggestion, title }: FilterChipProps) {
  return (
    <button
      type="button"
      className={classes.chip}
      aria-pressed={isOn}
      data-danger={danger || undefined}
      data-suggestion={isSuggestion || undefined}
      disabled={disabled}
      title={title}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** A link that looks like one, opened beside the desktop. */
export const ChipLink = ({ children, ...rest }: ComponentProps<'a'>) => (
  <a className={classes.chip} target="_blank" rel="noreferrer" {...rest}>
    {children}
  </a>
)
