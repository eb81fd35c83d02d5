import { DiscordChannelType, type DiscordChannel, type DiscordGuild, type DiscordRole } from '@tenfour/contract'

/** The one in the address, or the first that the bot is in. */
export const chosenGuild = (guilds: readonly DiscordGuild[], wanted: unknown): DiscordGuild | undefined =>
  guilds.find(({ guildId }) => guildId === wanted) ?? guilds.find(({ leftAt }) => leftAt === null) ?? guilds[0]

export type RoleFilter = 'all' | 'mapped' | 'others'
/** The sources of each role, by its id, in words. */
export type Follows = ReadonlyMap<string, string>

/** Ours: the role has a type, or something in the portal gives it. */
export const isMapped = ({ roleId, type }: DiscordRole, follows: Follows): boolean => type !== 'OTHER' || follows.has(roleId)

/** In Discord's order, highest first; what is deleted is last. */
export const sortedRoles = (roles: readonly DiscordRole[]): DiscordRole[] =>
  roles.toSorted((a, b) => Number(a.isGone) - Number(b.isGone) || b.position - a.position || byId(a.roleId, b.roleId))

export const filterRoles = (roles: readonly DiscordRole[], search: string, filter: RoleFilter, follows: Follows): DiscordRole[] =>
  roles.filter(
    (role) =>
      (filter === 'all' || isMapped(role, follows) === (filter === 'mapped')) &&
      matches([role.name, role.type, follows.get(role.roleId) ?? ''], search),
  )

export type ChannelRow = { readonly channel: DiscordChannel; readonly isNested: boolean }

/** As Discord lists them: those without a category, then each category with its channels. */
export function channelRows(channels: readonly DiscordChannel[], search: string): ChannelRow[] {
  const categories = inOrder(channels.filter(({ kind }) => kind === 'category'))
  const known = new Set(categories.map(({ channelId }) => channelId))
  const others = channels.filter(({ kind }) => kind !== 'category')
  const below = (parent: string | null) =>
    inOrder(others.filter(({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null) === parent))
  const row = (isNested: boolean) => (channel: DiscordChannel) => ({ channel, isNested })
  const fits = (channel: DiscordChannel) => matches([channel.name, channel.type ?? ''], search)
  return [
    ...below(null).filter(fits).map(row(false)),
    ...categories.flatMap((category) => {
      // All of a category that is searched for; otherwise those that are, below its name.
      const own = fits(category) ? below(category.channelId) : below(category.channelId).filter(fits)
      return own.length > 0 || fits(category) ? [{ channel: category, isNested: false }, ...own.map(row(true))] : []
    }),
  ]
}

/** Voice channels are below the others of their category, whatever their position. */
const inOrder = (channels: readonly DiscordChannel[]): DiscordChannel[] =>
  channels.toSorted(
    (a, b) =>
      Number(a.isGone) - Number(b.isGone) ||
      Number(a.kind === 'voice') - Number(b.kind === 'voice') ||
      a.position - b.position ||
      byId(a.channelId, b.channelId),
  )

/** Ids grow with time, and are too long for a number. */
const byId = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1)

const matches = (texts: readonly string[], search: string): boolean => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const all = texts.join(' ').toLowerCase()
  return words.every((word) => all.includes(word.replace(/^#/, '')))
}

const NONE: readonly DiscordChannelType[] = []

/** The types that a channel may have; its own type is always among them. */
export function channelTypes({ kind, isGone, type }: DiscordChannel): readonly DiscordChannelType[] {
  const own = type === null ? NONE : [type]
  if (isGone) return own
  switch (kind) {
    case 'text':
      return DiscordChannelType.options
    case 'announcement':
      // A ticket is a private thread, which these can't have.
      return DiscordChannelType.options.filter((each) => each !== 'TicketsCategory' || each === type)
    case 'category':
      return [...new Set([...own, 'TicketsCategory' as const])]
    default:
      return own
  }
}
