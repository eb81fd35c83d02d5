import type { DriftItem } from '@tenfour/contract'
import { sql } from 'kysely'
import type { DiscordActions } from '../features/community/errands/errands.port.ts'
import { syncErrands } from '../features/community/sync/sync.errands.ts'
import { tryStuck } from '../features/community/sync/sync.run.ts'
import { createSyncService } from '../features/community/sync/sync.service.ts'
import { entitleRole, insertGuild, insertLinked, insertRole } from './test-discord-rows.ts'
import { followGuild } from './test-guild.ts'
import type { Person, TestPortal } from './test-portal.ts'

export type SyncGuild = Awaited<ReturnType<typeof placeSyncGuild>>

/** The only Discord server, as rows, with one role for the LSPD. Results name members by their place in `accounts`. */
export async function placeSyncGuild(t: TestPortal) {
  await sql`truncate discord_guilds, discord_links, entitlements, discord_errands cascade`.execute(t.db)
  await sql`update departments set nickname_template = ''`.execute(t.db)
  const id = await insertGuild(t.db)
  const police = await insertRole(t.db, id, 'Police')
  await entitleRole(t.db, police, 'LSPD')
  const people: Person[] = []
  const accounts: string[] = []
  const path = (rest: string) => `/api/discord/guilds/${id}/${rest}`
  const waiting = () => t.db.selectFrom('discord_errands').selectAll().where('state', '=', 'waiting').orderBy('id').execute()

  /** Links an account that is in the server with these roles. */
  const addMember = async (options?: Parameters<TestPortal['addPerson']>[0], roleIds: readonly string[] = []): Promise<Person> => {
    const person = await t.addPerson(options)
    people.push(person)
    accounts.push(await insertLinked(t.db, id, person.userId, roleIds))
    return person
  }

  return {
    id,
    police,
    people,
    accounts,
    path,
    addMember,
    addOfficers: async (count: number, roleIds: readonly string[] = []): Promise<void> => {
      for (let index = 0; index < count; index += 1) await addMember({ departments: [{ name: 'LSPD', isPrimary: true }] }, roleIds)
    },
    leaveDepartment: async (index: number): Promise<void> => {
      const person = people[index]
      if (!person) throw new Error(`There is no member ${index}`)
      await t.db.deleteFrom('user_departments').where('user_id', '=', person.userId).execute()
    },
    rolesOf: async (index: number): Promise<string[]> => {
      const member = t.db
        .selectFrom('discord_members')
        .select('role_ids')
        .where('discord_id', '=', accounts[index] ?? '')
      return (await member.executeTakeFirstOrThrow()).role_ids
    },
    start: () => followGuild(t, id),
    followAll: () => createSyncService({ db: t.db, publish: () => undefined }).followAll(),
    tryStuck: () => t.db.transaction().execute((tx) => tryStuck(tx, id)),
    ledger: async (): Promise<string[]> => {
      const rows = await t.db.selectFrom('discord_ledger').select(['discord_id', 'state']).orderBy('discord_id').execute()
      return rows.map(({ discord_id, state }) => `${accounts.indexOf(discord_id)} ${state}`)
    },
    /** Errands that wait. */
    asked: async (): Promise<string[]> => (await waiting()).map(({ kind, discord_id }) => `${kind} ${accounts.indexOf(discord_id ?? '')}`),
    drift: async () => (await (await t.as('staff')).get(path('drift'))).json<{ items: DriftItem[]; digest: string; total: number }>(),

    /** Runs the waiting errands as the bot would, against the mirror. */
    runErrands: async (fail?: { readonly problem: string }): Promise<string[]> => {
      const kinds = syncErrands({ db: t.db, after: () => undefined })
      const done: string[] = []
      const actions = {
        giveRole: async (_guild: string, discordId: string) => void done.push(`+${accounts.indexOf(discordId)}`),
        takeRole: async (_guild: string, discordId: string) => void done.push(`-${accounts.indexOf(discordId)}`),
        setNickname: async (_guild: string, discordId: string, nickname: string | null) =>
          void done.push(`${accounts.indexOf(discordId)}=${nickname}`),
      } as unknown as DiscordActions
      for (const row of await waiting()) {
        const kind = kinds.find((each) => each.kind === row.kind)
        if (!kind) throw new Error(`There is no ${row.kind}`)
        const payload: unknown = kind.payload.parse(row.payload)
        const keys = { guildId: row.guild_id, discordId: row.discord_id, roleId: row.role_id }
        const errand = { errandId: row.id, payload, ...keys, attempts: 0 }
        const result = fail ? undefined : await kind.run(actions, errand)
        await t.db.transaction().execute(async (tx) => {
          if (fail) await kind.failed?.(tx, errand, fail.problem)
          else if (result !== undefined) await kind.settle?.(tx, errand, result)
          await tx
            .updateTable('discord_errands')
            .set({ state: fail ? 'failed' : 'done', ended_at: new Date() })
            .where('id', '=', row.id)
            .execute()
        })
      }
      return done
    },
  }
}
