import { TextInput } from '@mantine/core'

type Days = { readonly from?: string | undefined; readonly to?: string | undefined }
type DayRangeProps = { className?: string | undefined; value: Days; onChange: (days: Days) => void }

/** The first and last day of a filter; an empty one is no limit. */
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
