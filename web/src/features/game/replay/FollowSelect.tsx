import { useMemo } from 'react'
import type { Player } from './player.ts'
import classes from './PlayerView.module.css'
import { dutyAt } from './timeline.ts'
import { useMoment } from './use-moment.ts'

type FollowSelectProps = { player: Player; value: number | null; onChange: (userId: number | null) => void }

/** The units on duty at the moment, and the one that is followed. */
export function FollowSelect({ player, value, onChange }: FollowSelectProps) {
  const { members } = player.timeline
  const labels = useMoment(player, ({ at }) => members.map((member) => dutyAt(member, at)?.identifier ?? '').join('\n'))
  const choices = useMemo(() => {
    const identifiers = labels.split('\n')
    return members
      .map(({ userId, name }, index) => ({
        userId,
        label: identifiers[index] === name ? name : `${identifiers[index] ?? ''} ${name}`.trim(),
        isOn: identifiers[index] !== '',
      }))
      .filter(({ userId, isOn }) => isOn || userId === value)
      .toSorted((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }))
  }, [members, labels, value])
  return (
    <select
      className={classes.follow}
      aria-label="Follow a unit"
      data-on={value !== null || undefined}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
    >
      <option value="">{value === null ? 'Follow a unit' : 'Follow nobody'}</option>
      {choices.map(({ userId, label }) => (
        <option key={userId} value={userId}>
          {label}
        </option>
      ))}
    </select>
  )
}
