import { sql } from 'kysely'
import { insertChannel, insertGuild } from './test-discord-rows.ts'
import { addPatrol } from './test-patrol-rows.ts'
import type { Person, TestPortal } from './test-portal.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
export const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
export const hoursFromNow = (hours: number): Date => new Date(Date.now() + hours * HOUR)

type Who = Pick<Person, 'userId'>

/** Inserts rows that acts are about, without the steps that lead there. Each function returns the id. */
export function actRowsOf(t: TestPortal) {
  let counter = 0
  const next = () => (counter += 1)
  const inserted = async (row: Promise<{ id: number }>): Promise<number> => (await row).id
  let place: Promise<{ guildId: string; channelId: string }> | undefined
  const discord = () =>
    (place ??= (async () => {
      const guildId = await insertGuild(t.db)
      return { guildId, channelId: await insertChannel(t.db, guildId, 'votes', 'Voting') }
    })())

  const vehicle = (characterId: number, over: object = {}) => {
    const plate = `ACT${next()}`
    const row = { plate, vin: `VIN${plate}`, model: 'Sultan', character_id: characterId, ...over }
    return inserted(t.db.insertInto('vehicles').values(row).returning('id').executeTakeFirstOrThrow())
  }
  /** A final report of LSPD, without its consequences. */
  const report = async ({ userId }: Who, characterId: number): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      with revision as (
        insert into report_revisions (report_id, content, by_user_id, by_identifier)
        select nextval(pg_get_serial_sequence('reports', 'id'))::int, '{"charges": []}', ${userId}, '4L1' returning id, report_id)
      insert into reports (id, kind, year, number, state, revision_id, writer_id, writer_identifier, department_id, server_id, subject_id,
        about, fine, jail_minutes, points, final_at)
      overriding system value
      select report_id, 'citation', 2020, ${next()}, 'final', id, ${userId}, '4L1', 2, 1, ${characterId}, 'Speeding', 100, 0, 0, now()
      from revision returning id`.execute(t.db)
    return rows[0]?.id ?? 0
  }

  return {
    next,
    vehicle,
    report,
    stolen: (characterId: number, isByOwner: boolean) =>
      vehicle(characterId, { stolen_at: new Date(), stolen_note: 'Gone', is_stolen_by_owner: isByOwner }),
    impounded: async (characterId: number, { userId }: Who) => {
      const vehicleId = await vehicle(characterId)
      const row = { vehicle_id: vehicleId, place: 'Davis', reason: 'Parked', by_user_id: userId, by_identifier: '4L1' }
      await t.db.insertInto('impounds').values(row).execute()
      return vehicleId
    },
    offered: async (fromId: number, toId: number) => {
      const row = { vehicle_id: await vehicle(fromId), from_character_id: fromId, to_character_id: toId }
      return inserted(t.db.insertInto('vehicle_transfers').values(row).returning('id').executeTakeFirstOrThrow())
    },
    weapon: (characterId: number) => {
      const row = { character_id: characterId, model: 'Pistol', serial: `SER${next()}` }
      return inserted(t.db.insertInto('weapons').values(row).returning('id').executeTakeFirstOrThrow())
    },
    licence: (characterId: number, state: 'applied' | 'granted' | 'revoked') => {
      const row = { character_id: characterId, type: 'DRIVERS', state, expires_on: state === 'applied' ? null : dayFromNow(20) }
      return inserted(t.db.insertInto('licences').values(row).returning('id').executeTakeFirstOrThrow())
    },
    fine: async (writer: Who, characterId: number, state: 'unpaid' | 'contested' | 'reported') => {
      const contested = state === 'contested' ? { contested_at: new Date(), contest_reason: 'It was not me' } : {}
      const row = { report_id: await report(writer, characterId), character_id: characterId, department_id: 2, amount: 100 }
      const stored = state === 'reported' ? { state: 'unpaid', reported_at: new Date() } : { state }
      const values = { ...row, original_amount: 100, ...stored, ...contested }
      return inserted(t.db.insertInto('fines').values(values).returning('id').executeTakeFirstOrThrow())
    },
    term: async (writer: Who, characterId: number) => {
      const row = { report_id: await report(writer, characterId), character_id: characterId, server_id: 1, minutes: 30 }
      return inserted(
        t.db
          .insertInto('jail_terms')
          .values({ ...row, until_at: hoursFromNow(0.5) })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
    },
    /** A claim to a noted vehicle. */
    claim: async ({ userId }: Who, characterId: number) => {
      const vehicleId = await vehicle(characterId, { character_id: null, origin: 'officer' })
      const row = { user_id: userId, character_id: characterId, vehicle_id: vehicleId }
      return inserted(t.db.insertInto('record_claims').values(row).returning('id').executeTakeFirstOrThrow())
    },
    caution: (characterId: number, { userId }: Who) => {
      const row = { character_id: characterId, text: 'Armed', by_user_id: userId, by_identifier: '4L1' }
      return inserted(t.db.insertInto('cautions').values(row).returning('id').executeTakeFirstOrThrow())
    },
    flag: (on: { character_id: number } | { vehicle_id: number } | { weapon_id: number }, { userId }: Who) => {
      const row = { ...on, text: '', by_user_id: userId, by_identifier: '4L1' }
      return inserted(t.db.insertInto('cautions').values(row).returning('id').executeTakeFirstOrThrow())
    },
    bolo: (characterId: number, { userId }: Who) => {
      const row = { server_id: 1, kind: 'person', plate: '', name: 'Wanted', words: [], match_key: '', character_id: characterId }
      const rest = { description: '', reason: 'Wanted', by_user_id: userId, by_identifier: '4L1', expires_at: hoursFromNow(1) }
      return inserted(
        t.db
          .insertInto('bolos')
          .values({ ...row, ...rest })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
    },
    /** An ended patrol of ten minutes; no two are at the same time. */
    patrol: async (who: Person) => {
      const startedAt = hoursFromNow(-1 - next() / 3)
      return { startedAt, patrolId: await addPatrol(t, who, startedAt, { endedAt: new Date(startedAt.getTime() + HOUR / 6) }) }
    },
    correction: (patrolId: number, startedAt: Date, { userId }: Who) => {
      const was = { was_started_at: startedAt, was_ended_at: new Date(startedAt.getTime() + HOUR / 6) }
      const row = { patrol_id: patrolId, asked_by: userId, reason: 'Left late', counts_gaps: true, ...was }
      return inserted(t.db.insertInto('patrol_corrections').values(row).returning('id').executeTakeFirstOrThrow())
    },
    leaveRequest: ({ userId }: Who) => {
      const day = dayFromNow(30 + next())
      const row = { user_id: userId, starts_on: day, ends_on: day, reason: 'Holiday' }
      return inserted(t.db.insertInto('leave_requests').values(row).returning('id').executeTakeFirstOrThrow())
    },
    leave: ({ userId }: Who) => {
      const day = dayFromNow(30 + next())
      const row = { user_id: userId, author_id: userId, starts_on: day, ends_on: day, reason: 'Holiday' }
      return inserted(t.db.insertInto('leaves').values(row).returning('id').executeTakeFirstOrThrow())
    },
    /** The member's only grant that is requested or active. */
    grant: async ({ userId }: Who, state: 'asked' | 'active', { userId: sponsorId }: Who) => {
      await sql`update grants set state = 'ended', ended_at = now() where user_id = ${userId} and state in ('asked', 'active')`.execute(
        t.db,
      )
      const active = state === 'active' ? { sponsor_id: sponsorId, starts_at: new Date(), ends_at: hoursFromNow(1) } : {}
      const row = { user_id: userId, kind: 'pass', whitelist: 'prod', hours: 24, note: 'A guest', state, ...active }
      return inserted(t.db.insertInto('grants').values(row).returning('id').executeTakeFirstOrThrow())
    },
    vote: async ({ userId }: Who) => {
      const { guildId, channelId } = await discord()
      const row = { guild_id: guildId, channel_id: channelId, question: 'Cars?', options: ['Yes', 'No'], created_by: userId }
      return inserted(
        t.db
          .insertInto('discord_votes')
          .values({ ...row, ends_at: hoursFromNow(1) })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
    },
    ticket: async ({ userId }: Who, claimedBy: Who | null = null) => {
      const { guildId, channelId } = await discord()
      const number = String(90_000 + next())
      const row = {
        guild_id: guildId,
        channel_id: channelId,
        thread_id: number,
        subject: 'Lost',
        discord_id: number,
        opener_name: 'Opener',
      }
      return inserted(
        t.db
          .insertInto('support_tickets')
          .values({ ...row, opener_id: userId, claimed_by: claimedBy?.userId ?? null })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
    },
  }
}
