import { NativeSelect } from '@mantine/core'
import type { Beat } from '@tenfour/contract'
import { useMemo, type ReactNode } from 'react'
import { beatsByArea, beatsFor } from './units.queries.ts'
import { useBeats, useRadioChannels } from '../cad-values/cad-values.port.ts'
import { TextCombo, type ChoiceInputProps } from '../../../ui/TextCombo.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { statusTone, statusWord, useStatusOrder } from '../../../ui/unit-status.ts'

type BeatSelectProps = {
  /** Beats of other departments are not offered. */
  departmentId: number
  value: number | null
  onChange: (beatId: number | null) => void
  error?: ReactNode
  /** `xs` where space is tight: without the help text. */
  size?: 'xs'
}
const NONE: readonly Beat[] = []

export function BeatSelect({ departmentId, value, onChange, error, size }: BeatSelectProps) {
  const { beats, isError } = useBeats()
  return (
    <NativeSelect
      label="Beat"
      size={size}
      description={
        isError
          ? 'The beats could not be loaded; you can take one later.'
          : size === undefined && 'Where you patrol. You can change it at any time'
      }
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
      error={error}
    >
      <option value="">No beat</option>
      {/* Until the list has loaded, keep an option for the current value. */}
      {!beats && value !== null && <option value={value}>Beat {value}</option>}
      {beatsByArea(beatsFor(beats ?? NONE, departmentId, value)).map(({ area, beats: ofArea }) => (
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

/** A radio channel: one of the usual ones, or any other. */
export function ChannelInput(props: ChoiceInputProps) {
  const channels = useRadioChannels()
  const suggestions = useMemo(() => suggestChannels(props.text, channels), [props.text, channels])
  return <TextCombo {...props} suggestions={suggestions} listLabel="Channels" />
}

/** The channels that begin with the typed text; all others once a channel is typed in full, so that the list can be used to change it. */
export function suggestChannels(typed: string, channels: readonly string[]): readonly string[] {
  const wanted = typed.trim().toLowerCase()
  const others = channels.filter((channel) => channel.toLowerCase() !== wanted)
  return others.length < channels.length ? others : channels.filter((channel) => channel.toLowerCase().startsWith(wanted))
}

/** A unit's status, as colour and text. */
export function UnitStatusBadge({ status }: { status: number }) {
  useStatusOrder()
  return <StatusBadge tone={statusTone(status)}>{statusWord(status)}</StatusBadge>
}
