import { useId, type ReactNode } from 'react'
import { classNames, Columns } from '../../../../ui/layout.tsx'
import classes from './GoOnDuty.module.css'

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
      <legend className="field-label">{label}</legend>
      <Columns of="repeat(auto-fit, minmax(min(100%, 232px), 1fr))" gap={8}>
        {options.map((option) => (
          <label key={option.value} className={classes.card}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span className={classes.label}>{option.label}</span>
            {option.aside && <span className="muted small">{option.aside}</span>}
            {option.text && <span className={classNames('muted small', classes.text)}>{option.text}</span>}
          </label>
        ))}
      </Columns>
      {error && (
        <p id={errorId} className="danger small" style={{ margin: '4px 0 0' }}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
