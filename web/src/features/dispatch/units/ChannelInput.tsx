import { RADIO_CHANNELS } from '@tenfour/contract'
import { useMemo } from 'react'
import { TextCombo, type ChoiceInputProps } from '../../../ui/TextCombo.tsx'
import { suggestChannels } from './channel-search.ts'

/** A radio channel: one of the usual ones, or any other. */
export function ChannelInput(props: ChoiceInputProps) {
  const suggestions = useMemo(() => suggestChannels(props.text, RADIO_CHANNELS), [props.text])
  return <TextCombo {...props} suggestions={suggestions} listLabel="Channels" />
}
