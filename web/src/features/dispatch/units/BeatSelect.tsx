import { NativeSelect } from '@mantine/core'
import type { Beat } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beatsByArea, beatsQuery } from './units.queries.ts'

type BeatSelectProps = {
  value: number | null
  onChange: (beatId: number | null) => void
  error?: ReactNode
  /** `xs` where space is tight: without the help text. */
  size?: 'xs'
}
const NONE: readonly Beat[] = []

export function BeatSelect({ value, onChange, error, size }: BeatSelectProps) {
  const beats = useQuery(beatsQuery)
  return (
    <NativeSelect
      label="Beat"
      size={size}
      description={
        beats.isError
          ? 'The beats could not be loaded; you can take one later.'
          : size === undefined && 'Where you patrol. You can change it at any time'
      }
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
      error={error}
    >
      <option value="">No beat</option>
      {/* Until the list has loaded, keep an option for the current value. */}
      {!beats.data && value !== null && <option value={value}>Beat {value}</option>}
      {beatsByArea(beats.data ?? NONE).map(({ area, beats: ofArea }) => (
        <optgroup key={area} label={area}>
          {ofArea.map(({ beatId, name }) => (
            <option key={beatId} value={beatId}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  )
}
