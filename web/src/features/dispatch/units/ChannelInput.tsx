import { RADIO_CHANNELS } from '@tenfour/contract'
import { useMemo } from 'react'
import { TextCombo, type ChoiceInputProps } from '../../../ui/TextCombo.tsx'

/** A radio channel: one of the usual ones, or any other. */
export function ChannelInput(props: ChoiceInputProps) {
  const suggestions = useMemo(() => suggestChannels(props.text, RADIO_CHANNELS), [props.text])
  return <TextCombo {...props} suggestions={suggestions} listLabel="Channels" />
}

/** The channels that begin with the typed text; all others once a channel is typed in full, so that the list can be used to change it. */
export function suggestChannels(typed: string, channels: readonly string[]): readonly string[] {
  const wanted = typed.trim().toLowerCase()
  const others = channels.filter((channel) => channel.toLowerCase() !== wanted)
  return others.length < channels.length ? others : channels.filter((channel) => channel.toLowerCase().startsWith(wanted))
}
