import { randomInt } from 'node:crypto'
import {
  PLAYER_CODE_MINUTES,
  PLAYER_CODE_TRIES,
  SERVER_CODE_TRIES,
  type BodyOf,
  type answerPlayerCode,
  type GamePlayer,
  type Identifiers,
  type LicenseKind,
  type PlayerCode,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { recordAudit, type AuditActor } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { hashSecret } from '../../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'
import { advanceStream, inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import { EVERYONE } from '../../../platform/waiting.ts'
import { assertMayJoin } from '../barred/barred.port.ts'
import { tell } from '../notices/notices.port.ts'
import { lockLicenses, noteLicenses } from './players.repo.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly redis: Redis | undefined }
export type PlayerCodes = ReturnType<typeof createPlayerCodes>

const WRONG = 'This code is wrong, has expired, or was typed by someone else. Ask for another in your account settings'
const CLASH_TRIES = 20
const LICENSE_END = 8

/**
 * Links a player of the game to the account of the member who plays them, without Steam or Discord. The member is shown a code and types it in the game;
 * then each side is named to the other, and both confirm.
 */
export function createPlayerCodes({ db, publish, redis }: Deps) {
  const countPlayer = createHourlyLimit('player-codes', PLAYER_CODE_TRIES, redis, { words: (wait) => `Too many codes: wait ${wait}` })
  const countServer = createHourlyLimit('server-codes', SERVER_CODE_TRIES, redis, {
    words: (wait) => `Too many codes were typed on this server: wait ${wait}`,
  })

  const changed = async (tx: Tx, emit: Emit, userId: number): Promise<void> =>
    emit('player-code', { userId }, 'player-code.changed', await openCode(tx, userId))

  const end = async (tx: Tx, emit: Emit, userId: number): Promise<void> => {
    await tx.deleteFrom('player_codes').where('user_id', '=', userId).execute()
    await changed(tx, emit, userId)
  }

  /** Notes the answer of one side; links the player once both have said yes. */
  const answer = async (tx: Tx, emit: Emit, code: Typed, side: 'here' | 'in_game', isOwn: boolean, actor: AuditActor): Promise<boolean> => {
    if (!isOwn) {
      await end(tx, emit, code.userId)
      return false
    }
    const isLast = side === 'here' ? code.isConfirmedInGame : code.isConfirmedHere
    if (isLast) {
      await link(tx, emit, code, actor)
      return true
    }
    await sql`update player_codes set ${sql.ref(`confirmed_${side}_at`)} = now() where user_id = ${code.userId}`.execute(tx)
    await changed(tx, emit, code.userId)
    return false
  }

  const link = async (tx: Tx, emit: Emit, { userId, license, license2, playerName }: Typed, actor: AuditActor): Promise<void> => {
    await assertMayJoin(tx, { license, license2 }, "This player can't be linked")
    await lockLicenses(tx)
    const known: (readonly [LicenseKind, string | null])[] = [
      ['license', license],
      ['license2', license2],
    ]
    const proved = known.flatMap(([kind, value]) => (value === null ? [] : [{ userId, kind, license: value, isProved: true }]))
    const isShared = await noteLicenses(tx, proved)
    await end(tx, emit, userId)
    await recordAudit(tx, actor, 'user.player-linked', { subjectType: 'user', subjectId: userId, after: { license, license2 } })
    if (isShared) await advanceStream(tx, 'waiting', { userId: EVERYONE })
    await tell(tx, emit, userId, {
      title: isShared ? 'A player was linked, but is known by this to nobody' : 'A player was linked to your account',
      text: isShared
        ? `${playerName} plays with a game license that another member has proved too. Game servers recognise neither of you by it until the staff decide.`
        : `Game servers recognise you as ${playerName} from now on, without Steam and Discord. If this was not you, tell the staff.`,
      path: '/user/settings',
    })
  }

  return {
    room: streamRoom(db, 'player-code', (tx, { userId }) => openCode(tx, userId)) satisfies RoomSource<'player-code'>,

    ask: (userId: number): Promise<{ code: string; expiresAt: string }> =>
      inTransaction(db, publish, async (tx, emit) => {
        await sql`delete from player_codes where expires_at < now() or user_id = ${userId}`.execute(tx)
        for (let tries = 0; tries < CLASH_TRIES; tries += 1) {
          const code = String(randomInt(1_000_000)).padStart(6, '0')
          const row = await tx
            .insertInto('player_codes')
            .values({
              user_id: userId,
              code_hash: hashSecret(code),
              expires_at: sql<Date>`now() + make_interval(mins => ${PLAYER_CODE_MINUTES})`,
            })
            .onConflict((conflict) => conflict.doNothing())
            .returning('expires_at')
            .executeTakeFirst()
          if (!row) continue
          await changed(tx, emit, userId)
          return { code, expiresAt: row.expires_at.toISOString() }
        }
        throw new AppError('unavailable', 'No code is free: try again in a moment')
      }),

    /** The player has typed a code; returns the name of the account. */
    type: async (serverId: number, { name, identifiers }: GamePlayer, code: string): Promise<{ name: string }> => {
      const { license, license2 } = lowered(identifiers)
      if (license === undefined) throw new AppError('conflict', 'The game names no license of yours, so you can’t be recognised by it')
      await countPlayer(license)
      await countServer(`server ${serverId}`)
      return inTransaction(db, publish, async (tx, emit) => {
        await assertMayJoin(tx, { license, license2 }, "This player can't be linked")
        // Only one of two players who type it at once gets it.
        const { rows } = await sql<{ userId: number; name: string }>`
          update player_codes c set server_id = ${serverId}, player_name = ${name}, license = ${license}, license2 = ${license2 ?? null}
          from users u
          where u.id = c.user_id and u.disabled_at is null and u.deleted_at is null and c.code_hash = ${hashSecret(code)}
            and c.expires_at > now() and c.server_id is null
          returning u.id as "userId", u.name`.execute(tx)
        const [account] = rows
        if (!account) throw new AppError('not_found', WRONG)
        await changed(tx, emit, account.userId)
        return { name: account.name }
      })
    },

    answerInGame: (serverId: number, identifiers: Identifiers, isOwn: boolean, actor: AuditActor): Promise<{ isLinked: boolean }> =>
      inTransaction(db, publish, async (tx, emit) => {
        const { license } = lowered(identifiers)
        const code = license === undefined ? undefined : await lockTyped(tx, sql`c.license = ${license} and c.server_id = ${serverId}`)
        if (!code) throw new AppError('not_found', WRONG)
        return { isLinked: await answer(tx, emit, code, 'in_game', isOwn, actor) }
      }),

    answerHere: (actor: Actor, { isOwn, license }: BodyOf<typeof answerPlayerCode>): Promise<{ isLinked: boolean }> =>
      inTransaction(db, publish, async (tx, emit) => {
        const code = await lockTyped(tx, sql`c.user_id = ${actor.userId}`)
        if (!code || code.license.slice(-LICENSE_END) !== license) {
          throw new AppError('conflict', 'The code has expired, or the player has turned it down. Ask for another')
        }
        return { isLinked: await answer(tx, emit, code, 'here', isOwn, actor) }
      }),
  }
}

export async function prunePlayerCodes(db: Db): Promise<void> {
  await sql`delete from player_codes where expires_at < now()`.execute(db)
}

const lowered = ({ license, license2 }: Identifiers) => ({ license: license?.toLowerCase(), license2: license2?.toLowerCase() })

type Typed = {
  readonly userId: number
  readonly playerName: string
  readonly license: string
  readonly license2: string | null
  readonly isConfirmedHere: boolean
  readonly isConfirmedInGame: boolean
}

/** The newest valid code that a player has typed. */
async function lockTyped(tx: Tx, which: ReturnType<typeof sql>): Promise<Typed | undefined> {
  const { rows } = await sql<Typed>`
    select c.user_id as "userId", c.player_name as "playerName", c.license, c.license2, c.confirmed_here_at is not null as "isConfirmedHere",
      c.confirmed_in_game_at is not null as "isConfirmedInGame"
    from player_codes c where ${which} and c.server_id is not null and c.expires_at > now()
    order by c.expires_at desc limit 1 for update`.execute(tx)
  return rows[0]
}

async function openCode(db: Db | Tx, userId: number): Promise<PlayerCode | null> {
  const { rows } = await sql<PlayerCode>`
    select ${iso('c.expires_at')} as "expiresAt", c.confirmed_here_at is not null as "isConfirmedHere",
      c.confirmed_in_game_at is not null as "isConfirmedInGame",
      case when s.id is not null then json_build_object('name', c.player_name, 'server', s.name, 'license', right(c.license, ${LICENSE_END}::integer))
        end as player
    from player_codes c left join servers s on s.id = c.server_id
    where c.user_id = ${userId} and c.expires_at > now()`.execute(db)
  return rows[0] ?? null
}
