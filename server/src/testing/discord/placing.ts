import { EVERYONE_PERMISSIONS } from './permissions.ts'
import { CHANNEL_TYPE, type Channel, type Guild, type Member, type Overwrite, type Role, type User } from './types.ts'

export type NewGuild = {
  readonly id?: string
  readonly name: string
  readonly ownerId?: string
  readonly botRolePosition?: number
  readonly botPermissions?: bigint
  readonly everyonePermissions?: bigint
}
export type NewRole = { readonly id?: string; readonly managed?: boolean } & Partial<RoleChange>
export type RoleChange = Pick<Role, 'name' | 'color' | 'position' | 'permissions' | 'hoist' | 'mentionable'>
export type NewChannel = { readonly id?: string; readonly type?: number } & Partial<ChannelChange>
export type ChannelChange = Pick<Channel, 'name' | 'parentId' | 'position' | 'topic'> & { overwrites: readonly NewOverwrite[] }
export type NewOverwrite = Pick<Overwrite, 'id'> & Partial<Overwrite>
export type NewUser = { readonly id?: string; readonly username: string } & Partial<
  Pick<User, 'globalName' | 'email' | 'verified' | 'acceptsDms' | 'bot'>
>
export type MemberChange = Partial<Pick<Member, 'nick' | 'online' | 'pending' | 'flags'>> & { readonly roles?: readonly string[] }

/** Assigns the given fields; undefined leaves a field as it is. */
export const assignGiven = <T extends object>(target: T, change: { readonly [K in keyof T]?: T[K] | undefined }): T =>
  Object.assign(target, Object.fromEntries(Object.entries<unknown>(change).filter(([, value]) => value !== undefined)))

export const newUser = (id: string, { username, ...given }: NewUser): User =>
  assignGiven<User>({ id, username, globalName: null, email: null, verified: false, bot: false, acceptsDms: true }, given)

export const newRole = (id: string, { managed = false, ...given }: NewRole, botId: string | null = null): Role =>
  assignGiven<Role>(
    { id, name: 'new role', color: 0, hoist: false, mentionable: false, position: 1, permissions: 0n, managed, botId },
    given,
  )

export const newMember = (
  userId: string,
  joinedAt: string,
  { nick = null, roles = [], online = false, pending = false, flags = 0 }: MemberChange = {},
): Member => ({ userId, nick, roles: [...roles], joinedAt, online, pending, flags })

export function newGuild(id: string, ownerId: string, { name, everyonePermissions = EVERYONE_PERMISSIONS }: NewGuild): Guild {
  const everyone = newRole(id, { name: '@everyone', position: 0, permissions: everyonePermissions })
  return {
    id,
    name,
    ownerId,
    mfaLevel: 0,
    hasBot: false,
    isAvailable: true,
    roles: new Map([[id, everyone]]),
    channels: new Map(),
    threads: new Map(),
    members: new Map(),
  }
}

export const newChannel = (id: string, guildId: string | null, given: Partial<Channel>): Channel =>
  assignGiven<Channel>(
    {
      id,
      guildId,
      name: '',
      type: CHANNEL_TYPE.text,
      parentId: null,
      position: 0,
      topic: null,
      overwrites: [],
      lastMessageId: null,
      ownerId: null,
      recipientId: null,
      thread: null,
    },
    given,
  )
