import { RADIO_CHANNELS, UNIT_CLASS, type PatrolUnit } from '@tenfour/contract'
import { inCallSignOrder } from '../list/unit-list.ts'

export type ChannelGroup = { readonly channel: string; readonly userIds: readonly number[] }

/** Units by channel: the usual channels in order, then others by name, and last the units on none. */
export function channelGroups(units: ReadonlyMap<number, PatrolUnit>): ChannelGroup[] {
  const byChannel = Map.groupBy(
    inCallSignOrder(units).filter(({ unitClass }) => unitClass !== UNIT_CLASS.Other),
    ({ channel }) => channel,
  )
  return [...byChannel]
    .toSorted(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b))
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

function rank(channel: string): number {
  if (channel === '') return Infinity
  const usual = RADIO_CHANNELS.findIndex((each) => each === channel)
  return usual === -1 ? RADIO_CHANNELS.length : usual
}
