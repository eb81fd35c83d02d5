import {
  UNIT_CLASS,
  UNIT_STATUS,
  UnitClass,
  UnitType,
  type BridgeCall,
  type BridgeUnit,
  type GamePlayer,
  type Identifiers,
  type WhichPlayer,
} from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import type { LinkedPlayer } from '../../patrols/presence/presence.port.ts'
import { identifiersOfAccount, matchPlayers, type Players as SeenPlayers, type PlayerMatch } from '../../people/players/players.port.ts'
import type { Positioned } from '../positions/positions.port.ts'
import { createLimitedKeys } from '../servers/servers.port.ts'
import type { Link } from './bridge.gateway.ts'
import { findBridgeCall } from './bridge.repo.ts'

/** A player on a server with their linked account. */
export type Present = GamePlayer & { readonly account: Account | null; readonly since: number }
type Session = { readonly link: Link; readonly players: Map<number, Present>; readonly stale: Set<number>; isRefreshing: boolean }

type Options = {
  readonly db: Db
  readonly seen: Pick<SeenPlayers, 'see'>
  /** Called when players, their accounts or their duties change. */
  readonly onChanged: (serverId: number, players: ReadonlyMap<number, Present>) => void
  /** The account of a connected player was found, or is theirs no longer. */
  readonly onLinked: (serverId: number, player: GamePlayer) => void
  /** The unit of a connected player came on duty on the server, or changed its class; the game has been told. */
  readonly onDuty: (serverId: number) => void
  readonly log: FastifyBaseLogger
}
export type Players = ReturnType<typeof createPlayers>

/**
 * Players on servers connected to this node. Accounts and units are re-read whenever they may have changed, and only differences are sent
 * to the game, so missed events don't matter.
 */
export function createPlayers({ db, seen, onChanged, onLinked, onDuty, log }: Options) {
  const sessions = new Map<number, Session>()
  const limitedKeys = createLimitedKeys(db)

  const match = (link: Link, players: readonly GamePlayer[]) =>
    matchPlayers(
      db,
      players.map(({ identifiers }) => identifiers),
      link.isSimulated,
    )

  const identify = async <P extends GamePlayer>(link: Link, players: readonly P[]): Promise<Identified<P>[]> => {
    const matches = await match(link, players)
    const accounts = await accountsOf(
      db,
      matches.flatMap((each) => each?.userId ?? []),
    )
    return players.map((player, index) => ({
      player: { ...player, account: accounts.get(matches[index]?.userId ?? 0) ?? null },
      match: matches[index],
    }))
  }

  const note = async (link: Link, present: readonly Identified<GamePlayer>[]): Promise<void> =>
    seen.see(
      present.map((each) => ({ identifiers: each.player.identifiers, match: each.match })),
      await limitedKeys.isLimited(link.keyId),
    )

  const refresh = async (session: Session): Promise<void> => {
    if (session.isRefreshing) return
    session.isRefreshing = true
    try {
      while (session.stale.size > 0) {
        const sources = [...session.stale]
        session.stale.clear()
        const identified = await identify(
          session.link,
          sources.flatMap((source) => session.players.get(source) ?? []),
        )
        const found = identified.map(({ player }) => player)
        // The connection was closed or replaced meanwhile: these players are no longer known to be there.
        if (sessions.get(session.link.serverId) !== session) return
        // Skip players who left, or whose number was reused meanwhile.
        const current = found.filter(({ source, since, identifiers }) => {
          const known = session.players.get(source)
          return known?.since === since && isSame(identifiers, known.identifiers)
        })
        const before = new Map(current.map(({ source }) => [source, session.players.get(source)]))
        for (const present of current) session.players.set(present.source, present)
        onChanged(session.link.serverId, session.players)
        for (const present of current) {
          tellLinked(session.link, before.get(present.source), present)
          await tellUnit(session.link, before.get(present.source), present)
        }
      }
    } finally {
      session.isRefreshing = false
    }
  }
  const refreshSoon = (session: Session) => {
    refresh(session).catch((error: unknown) => log.error({ err: error }, 'the players of a server could not be read again'))
  }

  const tellLinked = ({ serverId, tell }: Link, before: Present | undefined, after: Present): void => {
    if (before?.account?.userId === after.account?.userId) return
    tell('player.linked', { source: after.source, isLinked: after.account !== null })
    onLinked(serverId, after)
  }

  const tellUnit = async (link: Link, before: Present | undefined, after: Present): Promise<void> => {
    const was = before && unitFor(link.serverId, before)
    const is = unitFor(link.serverId, after)
    if (!is || !knowsPlayer(link, is) || JSON.stringify(was) === JSON.stringify(is)) return
    link.tell('unit', is)
    const wasOnDuty = was !== undefined && was.status !== null && was.unitClass === is.unitClass
    if (is.status !== null && !wasOnDuty) onDuty(link.serverId)
    if (is.callId === null || was?.callId === is.callId) return
    const call = await readCall(is.callId)
    if (call) link.tell('call.assigned', { steam: is.steam, source: is.source, call })
  }
  const readCall = (callId: number) => findBridgeCall(db, callId)

  return {
    /** Registers the players and returns the initial units and calls for the game. */
    greet: async (
      link: Link,
      players: readonly GamePlayer[],
      knows: readonly string[],
    ): Promise<{ units: BridgeUnit[]; calls: BridgeCall[] }> => {
      const session: Session = { link, players: new Map(), stale: new Set(), isRefreshing: false }
      const present = players.map((player) => ({ ...player, since: Date.now() }))
      for (const player of present) session.players.set(player.source, { ...player, account: null })
      // Registered before the accounts are read: a change in between is then read again rather than missed.
      sessions.set(link.serverId, session)
      const identified = await identify(link, present)
      for (const { player } of identified) session.players.set(player.source, player)
      await note(link, identified)
      onChanged(link.serverId, session.players)
      const units = [...session.players.values()]
        .flatMap((player) => unitFor(link.serverId, player) ?? [])
        .filter(({ steam }) => steam !== null || knows.includes(BY_SOURCE))
      const callIds = new Set(units.flatMap(({ callId }) => callId ?? []))
      const calls = await Promise.all([...callIds].map(readCall))
      return { units, calls: calls.flatMap((call) => call ?? []) }
    },

    join: async (link: Link, player: GamePlayer): Promise<{ isLinked: boolean; unit: BridgeUnit | null }> => {
      const session = sessions.get(link.serverId)
      const identified = await identify(link, [{ ...player, since: Date.now() }])
      const present = identified[0]?.player
      if (!session || !present) return { isLinked: false, unit: null }
      session.players.set(player.source, present)
      onChanged(link.serverId, session.players)
      await note(link, identified)
      const unit = unitFor(link.serverId, present)
      return { isLinked: present.account !== null, unit: unit && knowsPlayer(link, unit) ? unit : null }
    },

    leave: (link: Link, source: number): void => {
      const session = sessions.get(link.serverId)
      if (session?.players.delete(source)) onChanged(link.serverId, session.players)
    },

    close: ({ serverId }: Link): void => void sessions.delete(serverId),

    /** Whether the player is connected now, and was that long ago. */
    isPlaying: (serverId: number, player: Identifiers, secondsAgo = 0): boolean =>
      [...(sessions.get(serverId)?.players.values() ?? [])].some(
        ({ identifiers, since }) => isSame(player, identifiers) && since <= Date.now() - secondsAgo * 1000,
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

    /** The account itself changed: a new Steam hex, link to Discord or licence makes it another player's. */
    accountChanged: async (userId: number): Promise<void> => {
      if (sessions.size === 0) return
      const known = await identifiersOfAccount(db, userId)
      for (const session of sessions.values()) {
        for (const { source, account, identifiers } of session.players.values()) {
          if (account?.userId === userId || known.some((each) => isSame(each, identifiers))) session.stale.add(source)
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

    /** This account's player on a server, if present, as the bridge knows them. */
    playerOn: (link: Link, userId: number): WhichPlayer | undefined => {
      const present = [...(sessions.get(link.serverId)?.players.values() ?? [])].find(({ account }) => account?.userId === userId)
      const player = present && whichPlayer(present)
      return player && knowsPlayer(link, player) ? player : undefined
    },

    on: (serverId: number): Present[] => [...(sessions.get(serverId)?.players.values() ?? [])],

    isOnCall: (serverId: number, callId: number): boolean =>
      [...(sessions.get(serverId)?.players.values() ?? [])].some((present) => unitFor(serverId, present)?.callId === callId),
  }
}

type Identified<P extends GamePlayer> = {
  readonly player: P & { readonly account: Account | null }
  readonly match: PlayerMatch | undefined
}

/** Identifiers that tell players apart. */
const TELLING = ['steam', 'license', 'license2', 'discord'] as const

/** Whether this player was meant: every identifier that was given is theirs. Messages that an older resource kept name fewer. */
const isSame = (given: Identifiers, player: Identifiers): boolean => {
  const named = TELLING.filter((kind) => given[kind] !== undefined)
  return named.length > 0 && named.every((kind) => given[kind]?.toLowerCase() === player[kind]?.toLowerCase())
}

/** A bridge that handles this message knows players by their number too. */
const BY_SOURCE = 'player.linked'
export const knowsPlayer = (link: Link, { steam }: WhichPlayer): boolean => steam !== null || link.handles(BY_SOURCE)

const whichPlayer = ({ source, identifiers }: GamePlayer): WhichPlayer => ({ steam: identifiers.steam ?? null, source })

/** The unit as the game on this server sees it: on duty elsewhere counts as off duty. Undefined if no account is linked. */
export function unitFor(serverId: number, present: Present): BridgeUnit | undefined {
  const { account } = present
  if (!account) return undefined
  const { unit } = account
  const isHere = unit?.serverId === serverId && unit.status !== UNIT_STATUS.offDuty
  const { identifier = '', unitClass = 0 } = unit ?? {}
  return { ...whichPlayer(present), identifier, unitClass, status: isHere ? unit.status : null, callId: isHere ? unit.callId : null }
}

/** The player as map viewers see them: a unit if on duty for police, fire or communications on this server. */
export function positioned(serverId: number, { source, name, account }: Present): Positioned {
  const player = { source, name, userId: account?.userId ?? null, unit: null }
  if (!account?.unit) return player
  const { identifier, unitClass, status, serverId: onDutyOn } = account.unit
  if (onDutyOn !== serverId || status === UNIT_STATUS.offDuty || unitClass === UNIT_CLASS.Other) return player
  return { ...player, name: account.name, unit: { identifier, unitClass } }
}

/** An account with its unit, even if off duty. */
const Account = z.object({
  userId: z.int(),
  name: z.string(),
  unit: z
    .object({
      serverId: z.int(),
      identifier: z.string(),
      unitClass: UnitClass,
      type: UnitType,
      status: z.int(),
      callId: z.int().nullable(),
    })
    .nullable(),
})
export type Account = z.infer<typeof Account>

async function accountsOf(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, Account>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql`
    select u.id as "userId", u.name,
      case when t.user_id is not null then json_build_object('serverId', t.server_id, 'identifier', t.identifier, 'unitClass', t.unit_class,
        'type', t.type, 'status', t.status, 'callId', a.call_id) end as unit
    from users u left join units t on t.user_id = u.id left join call_units a on a.user_id = u.id and a.cleared_at is null
    where u.id = any(${userIds})`.execute(db)
  return new Map(
    z
      .array(Account)
      .parse(rows)
      .map((account) => [account.userId, account]),
  )
}
