import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { relativeTime } from '../../../platform/format/dates.ts'
import { fromLocalField, toLocalField } from '../../../platform/format/local-field.ts'
import classes from './Announcements.module.css'
import { EXPIRY_PRESETS, expiryAfter, isPast } from './expiry.ts'

type ExpiryFieldProps = { value: string | null; now: Date; onChange: (value: string | null) => void; error: ReactNode }

export function ExpiryField({ value, now, onChange, error }: ExpiryFieldProps) {
  const hint = isPast(value, now)
    ? 'This is in the past: nobody will see it.'
    : value === null
      ? 'Shown until it is deleted.'
      : `Ends ${relativeTime(value, now)}.`
  return (
    <div>
      <TextInput
        type="datetime-local"
        label="Shown until"
        value={toLocalField(value)}
        onChange={(event) => onChange(fromLocalField(event.currentTarget.value))}
        description={hint}
        error={error}
      />
      <div className={classes.presets}>
        {EXPIRY_PRESETS.map(({ label, days }) => (
          <Button key={label} variant="subtle" size="compact-xs" onClick={() => onChange(expiryAfter(days, now))}>
            {label}
          </Button>
        ))}
        {value !== null && (
          <Button variant="subtle" size="compact-xs" onClick={() => onChange(null)}>
            No end
          </Button>
        )}
      </div>
    </div>
  )
}
