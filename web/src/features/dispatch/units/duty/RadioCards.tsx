import { useId, type ReactNode } from 'react'
import classes from './RadioCards.module.css'

export type RadioCard = { readonly value: number; readonly label: string; readonly aside?: ReactNode; readonly text?: ReactNode }

type RadioCardsProps = {
  label: string
  options: readonly RadioCard[]
  value: number
  onChange: (value: number) => void
  error?: ReactNode
}

/** Radio buttons as cards, each with a description. */
export function RadioCards({ label, options, value, onChange, error }: RadioCardsProps) {
  const name = useId()
  const errorId = useId()
  return (
    <fieldset
      className={classes.group}
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
      // Form validation focuses this when nothing is selected.
      tabIndex={-1}
    >
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.cards}>
        {options.map((option) => (
          <label key={option.value} className={classes.card}>
            <input
              type="radio"
              name={name}
              className={classes.radio}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={classes.label}>{option.label}</span>
            {option.aside && <span className={classes.aside}>{option.aside}</span>}
            {option.text && <span className={classes.text}>{option.text}</span>}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
