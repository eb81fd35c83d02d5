import { Button } from '@mantine/core'
import { RadioChannel, UNIT_CLASS, type PatrolUnit } from '@tenfour/contract'
import { memo, useState } from 'react'
import { boardStore, useBoard, useBoardActions, useUnit } from '../../board/board.port.ts'
import { useRadioChannels } from '../../cad-values/cad-values.port.ts'
import { ChannelInput } from '../UnitParts.tsx'
import { CardNote } from '../../../../ui/CardStates.tsx'
import { classNames, Row, Stack } from '../../../../ui/layout.tsx'
import classes from './Tools.module.css'
import { statusOf, statusTone, statusWord, useStatusOrder } from '../../../../ui/unit-status.ts'
import { inCallSignOrder } from '../list/unit-list.ts'

/** The units on each channel, and a way to move several of them. */
export function RadioChannels() {
  const { setChannel } = useBoardActions()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [channel, setTyped] = useState('')
  const [isSetting, setSetting] = useState(false)
  const usual = useRadioChannels()
  const groups = readGroups(useBoard((state) => flatGroups(channelGroups(state.units, usual))))
  const present = [...chosen].filter((userId) => boardStore().get().units.has(userId))
  const [toggle] = useState(
    () => (userId: number) =>
      setChosen((before) => (before.has(userId) ? new Set([...before].filter((each) => each !== userId)) : new Set([...before, userId]))),
  )
  const toggleAll = (userIds: readonly number[]) =>
    setChosen((before) =>
      userIds.every((userId) => before.has(userId))
        ? new Set([...before].filter((userId) => !userIds.includes(userId)))
        : new Set([...before, ...userIds]),
    )
  const problem = RadioChannel.safeParse(channel).error?.issues[0]?.message
  const set = async () => {
    if (problem || present.length === 0 || isSetting) return
    setSetting(true)
    const done = await Promise.all(present.map((userId) => setChannel(userId, channel.trim())))
    setSetting(false)
    if (done.every(Boolean)) setChosen(new Set())
  }
  return (
    <Stack as="section" gap={10} aria-label="Radio channels">
      {groups.length === 0 && <CardNote>Nobody is on duty.</CardNote>}
      {groups.map((group) => (
        <div key={group.channel} className={classes.channel}>
          <button
            type="button"
            className={classNames('bare-button', classes.channelName)}
            onClick={() => toggleAll(group.userIds)}
            title="Choose all of them"
          >
            {group.channel || 'No channel'} <span className={classNames('faint', classes.count)}>{group.userIds.length}</span>
          </button>
          <Row gap={4}>
            {group.userIds.map((userId) => (
              <UnitChip key={userId} userId={userId} isChosen={chosen.has(userId)} onToggle={toggle} />
            ))}
          </Row>
        </div>
      ))}
      <Row
        as="form"
        className={classes.setChannel}
        aria-label="Set the channel"
        onSubmit={(event) => {
          event.preventDefault()
          void set()
        }}
      >
        <span className="muted tiny truncated">
          {present.length === 0 ? 'Choose units, then their channel' : present.length === 1 ? '1 unit to' : `${present.length} units to`}
        </span>
        <ChannelInput aria-label="Channel" size="xs" placeholder="None" maxLength={16} text={channel} onText={setTyped} error={problem} />
        <Button type="submit" size="xs" disabled={present.length === 0} loading={isSetting}>
          Set
        </Button>
      </Row>
    </Stack>
  )
}

const CHIP = classNames('quiet-button', classes.chip)

type UnitChipProps = { userId: number; isChosen: boolean; onToggle: (userId: number) => void }

const UnitChip = memo(function UnitChip({ userId, isChosen, onToggle }: UnitChipProps) {
  const unit = useUnit(userId)
  useStatusOrder()
  if (!unit) return null
  const status = statusOf(unit)
  return (
    <button
      type="button"
      className={CHIP}
      aria-pressed={isChosen}
      data-tone={statusTone(status)}
      title={`${unit.name}, ${statusWord(status)}`}
      onClick={() => onToggle(userId)}
    >
      {unit.identifier}
    </button>
  )
})

type ChannelGroup = { readonly channel: string; readonly userIds: readonly number[] }

/** Units by channel: the usual channels in order, then others by name, and last the units on none. */
export function channelGroups(units: ReadonlyMap<number, PatrolUnit>, usual: readonly string[]): ChannelGroup[] {
  const byChannel = Map.groupBy(
    inCallSignOrder(units).filter(({ unitClass }) => unitClass !== UNIT_CLASS.Other),
    ({ channel }) => channel,
  )
  return [...byChannel]
    .toSorted(([a], [b]) => rank(a, usual) - rank(b, usual) || a.localeCompare(b))
    .map(([channel, listening]) => ({ channel, userIds: listening.map(({ userId }) => userId) }))
}

/** The groups as one flat list, each channel before its units, which can be compared shallowly. */
export const flatGroups = (groups: readonly ChannelGroup[]): (string | number)[] =>
  groups.flatMap(({ channel, userIds }) => [channel, ...userIds])

export function readGroups(flat: readonly (string | number)[]): ChannelGroup[] {
  const groups: { channel: string; userIds: number[] }[] = []
  for (const each of flat) {
    if (typeof each === 'string') groups.push({ channel: each, userIds: [] })
    else groups.at(-1)?.userIds.push(each)
  }
  return groups
}

function rank(channel: string, usual: readonly string[]): number {
  if (channel === '') return Infinity
  const place = usual.indexOf(channel)
  return place === -1 ? usual.length : place
}
