import classes from './DayRange.module.css'
import { DateField } from './DateField.tsx'

type Days = { readonly from?: string | undefined; readonly to?: string | undefined }
type DayRangeProps = {
  /** In place of a label beside its field. */ className?: string | undefined
  value: Days
  onChange: (days: Days) => void
}

/** The first and last day of a filter; an empty one is no limit. */
export function DayRange({ className = classes.day, value: { from, to }, onChange }: DayRangeProps) {
  return (
    <>
      <DateField
        className={className}
        label="From"
        max={to}
        value={from ?? ''}
        onChange={(event) => onChange({ from: event.currentTarget.value || undefined })}
      />
      <DateField
        className={className}
        label="To"
        min={from}
        value={to ?? ''}
        onChange={(event) => onChange({ to: event.currentTarget.value || undefined })}
      />
    </>
  )
}
