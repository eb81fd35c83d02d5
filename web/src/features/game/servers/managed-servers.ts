import type { ManagedServer, ServerKey, ServerKeyKind } from '@tenfour/contract'
import { environmentWord } from '../../../platform/servers/server-statuses.ts'
import type { KnownServer } from '../../../platform/servers/servers.ts'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'

/** The servers with the live room's status, where it is newer than the fetched list. */
export const withLiveStatus = (managed: readonly ManagedServer[], known: readonly KnownServer[] | undefined): ManagedServer[] =>
  managed.map((server) => {
    const live = known?.find(({ serverId }) => serverId === server.serverId)
    if (live?.isOnline === undefined) return server
    const {
      isOnline,
      players = 0,
      maxPlayers,
      lastHeartbeatAt = null,
      unitsOnDuty = server.unitsOnDuty,
      activeCalls = server.activeCalls,
    } = live
    return {
      ...server,
      unitsOnDuty,
      activeCalls,
      link: {
        ...server.link,
        isOnline,
        players,
        maxPlayers: server.link.maxPlayers === null ? null : (maxPlayers ?? null),
        lastHeartbeatAt,
      },
    }
  })

type State = { readonly tone: StatusTone; readonly word: string }

export const serverState = ({ isRetired, link }: Pick<ManagedServer, 'isRetired' | 'link'>): State => {
  if (isRetired) return { tone: 'off', word: 'Retired' }
  if (link.isOnline) return { tone: 'available', word: 'Online' }
  return link.connectedAt === null ? { tone: 'off', word: 'Never connected' } : { tone: 'danger', word: 'Offline' }
}

/** The changed settings with their new values. */
export function changeWords(before: ManagedServer, now: ManagedServer): string {
  const words = [
    now.name !== before.name && `Its name is now ${now.name}.`,
    now.environment !== before.environment && `It is now in ${environmentWord(now).toLowerCase()}.`,
    now.address !== before.address && (now.address === null ? 'It has no address any more.' : `Its address is now ${now.address}.`),
    now.maxPlayers !== before.maxPlayers &&
      (now.maxPlayers === null ? 'It has no limit of players any more.' : `It now has room for ${now.maxPlayers}.`),
    now.kicksUnlisted !== before.kicksUnlisted && `Unlisted players are ${now.kicksUnlisted ? 'now' : 'no longer'} kicked.`,
    now.isRetired && 'It has been retired.',
  ].filter(Boolean)
  return words.length === 0 ? 'It is as it was before.' : words.join(' ')
}

/** '12 / 64', with the maximum reported by the server or else the configured one. */
export const playersText = ({ link, maxPlayers }: Pick<ManagedServer, 'link' | 'maxPlayers'>): string => {
  const most = link.maxPlayers ?? maxPlayers
  return `${link.isOnline ? link.players : '–'}${most === null ? '' : ` / ${most}`}`
}

/** Explains what retiring affects. */
export const retireWords = ({ activeCalls }: Pick<ManagedServer, 'activeCalls'>): string => {
  const calls =
    activeCalls === 0
      ? ''
      : activeCalls === 1
        ? ' The call that is open there stays open.'
        : ` The ${activeCalls} calls that are open there stay open.`
  return `Its bridge and its screens are disconnected, and it leaves every menu and list.${calls} Its patrols, calls and keys are kept, and it can be restored.`
}

export type KeyState = State & { readonly isValid: boolean; readonly canRotate: boolean }

export function keyState({ revokedAt, expiresAt }: Pick<ServerKey, 'revokedAt' | 'expiresAt'>, now: number): KeyState {
  if (revokedAt !== null) return { tone: 'off', word: 'Revoked', isValid: false, canRotate: false }
  if (expiresAt === null) return { tone: 'available', word: 'Valid', isValid: true, canRotate: true }
  const isValid = Date.parse(expiresAt) > now
  return { tone: isValid ? 'warning' : 'off', word: isValid ? 'Replaced' : 'Ended', isValid, canRotate: false }
}

/** The newest key with which a game server can connect. */
export const lastServerKey = (keys: readonly ServerKey[]): ServerKey | undefined =>
  keys.find(({ kind, revokedAt, expiresAt }) => kind === 'server' && revokedAt === null && expiresAt === null)

/** The action last refused to a limited key, as players know it. */
export const refusedWord = ({ message }: Pick<NonNullable<ServerKey['refused']>, 'message'>): string => {
  if (message === 'ticket') return 'opening the tablet'
  return message.replace(/^event\//, '').replaceAll(/[.-]/g, ' ')
}

export const KEY_KINDS: Record<ServerKeyKind, string> = { server: 'Game server', display: 'Screens' }

/**
 * Lines for the game server's server.cfg. `set`, because `sets` and `setr` would expose the key to players; preceded by the line that hides
 * it from other resources.
 */
export const configLines = (kind: ServerKeyKind, key: string, portalUrl: string): string =>
  kind === 'server'
    ? `exec @tenfour/tenfour.cfg\nset tenfour_url "${portalUrl}"\nset tenfour_key "${key}"\nensure tenfour`
    : `set tenfour_display_key "${key}"`
