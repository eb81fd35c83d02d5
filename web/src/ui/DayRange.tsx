import { TextInput } from '@mantine/core'

type Days = { readonly from?: string | undefined; readonly to?: string | undefined }
type DayRangeProps = { className?: string | undefined; value: Days; onChange: (days: Days) => void }

/** Two days that bound a list; an empty one is no bound. */
export function DayRange({ className, value: { from, to }, onChange }: DayRangeProps) {
  return (
    <>
      <TextInput
        className={className}
        type="date"
        label="From"
        max={to}
        value={from ?? ''}
        onChange={(event) => onChange({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        className={className}
        type="date"
        label="To"
        min={from}
        value={to ?? ''}
        onChange={(event) => onChange({ to: event.currentTarget.value || undefined })}
      />
    </>
  )
}
