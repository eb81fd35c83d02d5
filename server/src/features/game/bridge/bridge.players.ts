import { UNIT_CLASS, UNIT_STATUS, type BridgeCall, type BridgeUnit, type GamePlayer } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { findCall } from '../../dispatch/board/board.port.ts'
import type { LinkedPlayer } from '../../patrols/presence/presence.port.ts'
import { recordLicenses } from '../../people/barred/barred.port.ts'
import type { Positioned } from '../positions/positions.port.ts'
import type { Link } from './bridge.gateway.ts'

/** A player on a server with their linked account. */
export type Present = GamePlayer & { readonly account: Account | null; readonly since: number }
type Session = { readonly link: Link; readonly players: Map<number, Present>; readonly stale: Set<number>; isRefreshing: boolean }

type Options = {
  readonly db: Db
  /** Called when players, their accounts or their duties change. */
  readonly onChanged: (serverId: number, players: ReadonlyMap<number, Present>) => void
  readonly log: FastifyBaseLogger
}
export type Players = ReturnType<typeof createPlayers>

/**
 * Players on servers connected to this node. Accounts and units are re-read whenever they may have changed, and only differences are sent
 * to the game, so missed events don't matter.
 */
export function createPlayers({ db, onChanged, log }: Options) {
  const sessions = new Map<number, Session>()

  const identify = async <P extends GamePlayer>(
    { isSimulated }: Link,
    players: readonly P[],
  ): Promise<(P & { readonly account: Account | null })[]> => {
    const accounts = await accountsOf(
      db,
      players.flatMap(({ identifiers }) => identifiers.steam ?? []),
      isSimulated,
    )
    return players.map((player) => ({ ...player, account: accounts.get(player.identifiers.steam ?? '') ?? null }))
  }

  /** A member who may not return can be recognised by the license they played with. */
  const noteLicenses = (present: readonly Present[]): Promise<void> =>
    recordLicenses(
      db,
      present.flatMap(({ account, identifiers: { license } }) => (account && license ? [{ userId: account.userId, license }] : [])),
    )

  const refresh = async (session: Session): Promise<void> => {
    if (session.isRefreshing) return
    session.isRefreshing = true
    try {
      while (session.stale.size > 0) {
        const sources = [...session.stale]
        session.stale.clear()
        const found = await identify(
          session.link,
          sources.flatMap((source) => session.players.get(source) ?? []),
        )
        // The connection was closed or replaced meanwhile: these players are no longer known to be there.
        if (sessions.get(session.link.serverId) !== session) return
        // Skip players who left, or whose number was reused meanwhile.
        const current = found.filter(({ source, identifiers }) => session.players.get(source)?.identifiers.steam === identifiers.steam)
        const before = new Map(current.map(({ source }) => [source, session.players.get(source)]))
        for (const present of current) session.players.set(present.source, present)
        onChanged(session.link.serverId, session.players)
        for (const present of current) await tellUnit(session.link, before.get(present.source), present)
      }
    } finally {
      session.isRefreshing = false
    }
  }
  const refreshSoon = (session: Session) => {
    refresh(session).catch((error: unknown) => log.error({ err: error }, 'the players of a server could not be read again'))
  }

  const tellUnit = async (link: Link, before: Present | undefined, after: Present): Promise<void> => {
    const was = before && unitFor(link.serverId, before)
    const is = unitFor(link.serverId, after)
    if (!is || JSON.stringify(was) === JSON.stringify(is)) return
    link.tell('unit', is)
    if (is.callId === null || was?.callId === is.callId) return
    const call = await readCall(is.callId)
    if (call) link.tell('call.assigned', { steam: is.steam, call })
  }
  const readCall = async (callId: number): Promise<BridgeCall | undefined> => (await findCall(db, callId))?.call

  return {
    /** Registers the players and returns the initial units and calls for the game. */
    greet: async (link: Link, players: readonly GamePlayer[]): Promise<{ units: BridgeUnit[]; calls: BridgeCall[] }> => {
      const session: Session = { link, players: new Map(), stale: new Set(), isRefreshing: false }
      const present = players.map((player) => ({ ...player, since: Date.now() }))
      for (const player of present) session.players.set(player.source, { ...player, account: null })
      // Registered before the accounts are read: a change in between is then read again rather than missed.
      sessions.set(link.serverId, session)
      for (const player of await identify(link, present)) session.players.set(player.source, player)
      await noteLicenses([...session.players.values()])
      onChanged(link.serverId, session.players)
      const units = [...session.players.values()].flatMap((player) => unitFor(link.serverId, player) ?? [])
      const callIds = new Set(units.flatMap(({ callId }) => callId ?? []))
      const calls = await Promise.all([...callIds].map(readCall))
      return { units, calls: calls.flatMap((call) => call ?? []) }
    },

    join: async (link: Link, player: GamePlayer): Promise<{ isLinked: boolean; unit: BridgeUnit | null }> => {
      const session = sessions.get(link.serverId)
      const [present] = await identify(link, [{ ...player, since: Date.now() }])
      if (!session || !present) return { isLinked: false, unit: null }
      session.players.set(player.source, present)
      onChanged(link.serverId, session.players)
      await noteLicenses([present])
      return { isLinked: present.account !== null, unit: unitFor(link.serverId, present) ?? null }
    },

    leave: (link: Link, source: number): void => {
      const session = sessions.get(link.serverId)
      if (session?.players.delete(source)) onChanged(link.serverId, session.players)
    },

    close: ({ serverId }: Link): void => void sessions.delete(serverId),

    /** Whether the player is connected now, and was that long ago. */
    isPlaying: (serverId: number, steam: string | undefined, secondsAgo = 0): boolean =>
      steam !== undefined &&
      [...(sessions.get(serverId)?.players.values() ?? [])].some(
        ({ identifiers, since }) => identifiers.steam === steam && since <= Date.now() - secondsAgo * 1000,
      ),

    /** Members on a server: the players whose account is known. */
    linkedOn: (serverId: number): LinkedPlayer[] =>
      [...(sessions.get(serverId)?.players.values() ?? [])].flatMap(({ source, account }) =>
        account ? [{ source, userId: account.userId }] : [],
      ),

    /** The unit changed on the board; the account is the same. */
    unitChanged: (userId: number): void => {
      for (const session of sessions.values()) {
        for (const { source, account } of session.players.values()) if (account?.userId === userId) session.stale.add(source)
        if (session.stale.size > 0) refreshSoon(session)
      }
    },

    /** The account itself changed: a new Steam hex links it to another player. */
    accountChanged: async (userId: number): Promise<void> => {
      if (sessions.size === 0) return
      const steam = await steamOf(db, userId)
      for (const session of sessions.values()) {
        for (const { source, account, identifiers } of session.players.values()) {
          if (account?.userId === userId || (steam !== undefined && identifiers.steam === steam)) session.stale.add(source)
        }
        if (session.stale.size > 0) await refresh(session)
      }
    },

    anythingChanged: async (): Promise<void> => {
      for (const session of sessions.values()) {
        for (const source of session.players.keys()) session.stale.add(source)
        await refresh(session)
      }
    },

    /** Steam hex of this account's player on a server, if present. */
    steamOn: (serverId: number, userId: number): string | undefined =>
      [...(sessions.get(serverId)?.players.values() ?? [])].find(({ account }) => account?.userId === userId)?.account?.steam,

    isOnCall: (serverId: number, callId: number): boolean =>
      [...(sessions.get(serverId)?.players.values() ?? [])].some((present) => unitFor(serverId, present)?.callId === callId),
  }
}

/** The unit as the game on this server sees it: on duty elsewhere counts as off duty. Undefined if no account is linked. */
export function unitFor(serverId: number, { account }: Present): BridgeUnit | undefined {
  if (!account) return undefined
  const { steam, unit } = account
  const isHere = unit?.serverId === serverId && unit.status !== UNIT_STATUS.offDuty
  const { identifier = '', unitClass = 0 } = unit ?? {}
  return { steam, identifier, unitClass, status: isHere ? unit.status : null, callId: isHere ? unit.callId : null }
}

/** The player as map viewers see them: a unit if on duty for police, fire or communications on this server. */
export function positioned(serverId: number, { source, name, account }: Present): Positioned {
  const player = { source, name, userId: account?.userId ?? null, unit: null }
  if (!account?.unit) return player
  const { identifier, unitClass, status, serverId: onDutyOn } = account.unit
  if (onDutyOn !== serverId || status === UNIT_STATUS.offDuty || unitClass === UNIT_CLASS.Other) return player
  return { ...player, name: account.name, unit: { identifier, unitClass } }
}

/** The account with a Steam hex, and its unit, even if off duty. */
const Account = z.object({
  userId: z.int(),
  name: z.string(),
  steam: z.string(),
  unit: z
    .object({ serverId: z.int(), identifier: z.string(), unitClass: z.literal([0, 1, 2, 3]), status: z.int(), callId: z.int().nullable() })
    .nullable(),
})
export type Account = z.infer<typeof Account>

/** On a simulated server only those who play there and nowhere else. */
export async function accountsOf(db: Db, steams: readonly string[], isSimulated = false): Promise<Map<string, Account>> {
  if (steams.length === 0) return new Map()
  const { rows } = await sql`
    select u.id as "userId", u.name, lower(u.steam_id) as steam,
      case when t.user_id is not null then json_build_object('serverId', t.server_id, 'identifier', t.identifier, 'unitClass', t.unit_class,
        'status', t.status, 'callId', a.call_id) end as unit
    from users u left join units t on t.user_id = u.id left join call_units a on a.user_id = u.id and a.cleared_at is null
    where lower(u.steam_id) = any(${steams}) and u.steam_id <> '' and u.disabled_at is null
      and case when ${isSimulated} then u.is_simulated else u.deleted_at is null end`.execute(db)
  return new Map(
    z
      .array(Account)
      .parse(rows)
      .map((account) => [account.steam, account]),
  )
}

export async function steamOf(db: Db, userId: number): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('steam_id').where('id', '=', userId).executeTakeFirst()
  return row?.steam_id?.toLowerCase()
}
