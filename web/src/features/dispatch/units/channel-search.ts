/** The channels that begin with the typed text; all others once a channel is typed in full, so that the list can be used to change it. */
export function suggestChannels(typed: string, channels: readonly string[]): readonly string[] {
  const wanted = typed.trim().toLowerCase()
  const others = channels.filter((channel) => channel.toLowerCase() !== wanted)
  return others.length < channels.length ? others : channels.filter((channel) => channel.toLowerCase().startsWith(wanted))
}
