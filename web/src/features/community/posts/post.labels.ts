import type { DiscordTarget, DiscordText, PatrolNotices } from '@tenfour/contract'

export const LEAVE_UNSENT = { title: 'Leave without sending?', body: 'What you have written is lost.', confirmLabel: 'Leave', danger: true }

const TITLE_LENGTH = 40
/** How a message is named: the beginning of its first line. */
export function textTitle({ text }: Pick<DiscordText, 'text'>): string {
  const [line = ''] = text.trim().split('\n')
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1).trimEnd()}…` : line
}

/** '#general', with its server where there are several. */
export function targetOptions(channels: readonly DiscordTarget[]): { value: string; label: string }[] {
  const hasSeveral = new Set(channels.map(({ guildName }) => guildName)).size > 1
  return channels.map(({ channelId, name, guildName }) => ({ value: channelId, label: hasSeveral ? `#${name}, ${guildName}` : `#${name}` }))
}

/** Who is pinged by a patrol notice in a channel, or why nobody is. */
export function pingWords({
  pingsRole,
  unmentionableRole,
}: Pick<PatrolNotices['channels'][number], 'pingsRole' | 'unmentionableRole'>): string {
  if (pingsRole !== null) return `Pings ${pingsRole}`
  if (unmentionableRole === null) return 'Pings nobody: no role there has the type PATROL_NOTIFY'
  return `Pings nobody: ${unmentionableRole} can't be mentioned. Allow anyone to mention it in Discord`
}

/** 'in 12 min', for a time ahead; null once it has come. */
export function waitWords(nextAt: string | null, now: Date): string | null {
  const left = nextAt === null ? 0 : Date.parse(nextAt) - now.getTime()
  return left > 0 ? `in ${Math.ceil(left / 60_000)} min` : null
}
