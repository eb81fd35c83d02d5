import { Capability, WarrantContent, WarrantContentInput, WarrantState, type Permission } from '@tenfour/contract'
import { sql } from 'kysely'
import type { TestPortal } from './test-portal.ts'
import { addApplicant } from './test-registrations.ts'

type CallerOptions = { roles?: string[]; permissions?: Permission[]; departmentId?: number; type?: number; rank?: string }
const CALLERS: Readonly<Record<string, CallerOptions>> = {
  nobody: {},
  root: { roles: ['Root'] },
  admin: { roles: ['Admin'] },
  staff: { roles: ['Staff'] },
  'user manager': { permissions: ['MANAGE_USERS'] },
  officer: { departmentId: 2, type: 1 },
  supervisor: { departmentId: 2, type: 1, rank: 'Sergeant' },
  firefighter: { departmentId: 6, type: 1 },
  dispatcher: { departmentId: 5, type: 3 },
  civilian: { departmentId: 7, type: 1 },
  legal: { roles: ['Legal Services'] },
  judge: { roles: ['Legal Services Supervisor'] },
}
const DEPARTMENT: Readonly<Record<number, string>> = { 2: 'LSPD', 5: 'COMM', 6: 'FIRE', 7: 'CIV' }

/** Calls what is for applicants. */
export const APPLICANT = 'applicant'
export const FUZZ_CALLERS: readonly string[] = Object.keys(CALLERS)
export type FuzzCallers = Awaited<ReturnType<typeof addFuzzCallers>>

/** Makes a portal's callers, with the records and warrants that they do something with. */
export async function addFuzzCallers(t: TestPortal) {
  const people = new Map<string, { userId: number; token: string }>()
  const departmentTypes = new Map<number, string>()
  for (const [name, { roles = [], permissions = [], departmentId }] of Object.entries(CALLERS)) {
    const departments = departmentId === undefined ? [] : [{ name: DEPARTMENT[departmentId] ?? '', isPrimary: true }]
    people.set(name, await t.addPerson({ name: `The ${name}`, roles, permissions, departments }))
  }
  for (const { id, type } of await t.db.selectFrom('departments').select(['id', 'type']).execute()) {
    if (DEPARTMENT[id] !== undefined) departmentTypes.set(id, type)
  }
  const idOf = (name: string): number => {
    const person = people.get(name)
    if (!person) throw new Error(`There is no ${name}`)
    return person.userId
  }
  await addRecords(t, { civilian: idOf('civilian'), officer: idOf('officer') })
  await addWarrants(t, { officer: idOf('officer'), legal: idOf('legal'), judge: idOf('judge') })

  const { id: sergeant } = await t.db
    .selectFrom('ranks')
    .select('id')
    .where('department_id', '=', 2)
    .where('name', '=', 'Sergeant')
    .executeTakeFirstOrThrow()

  /** Undoes what the callers did to each other: disabled, demoted, retired, renamed, made another kind of department, signed out. */
  const restore = async (): Promise<void> => {
    people.set(APPLICANT, { userId: 0, token: (await addApplicant(t.db, { state: 'asked' })).token })
    await t.db.updateTable('servers').set({ retired_at: null }).where('id', '=', 1).execute()
    // A call may have renamed the supervisor's rank, deleted it while nobody held it, or given its name to another.
    await sql`update ranks set name = 'Other ' || id where department_id = 2 and name = 'Sergeant' and id <> ${sergeant}`.execute(t.db)
    await sql`insert into ranks (id, department_id, name, capabilities) overriding system value values (${sergeant}, 2, 'Sergeant', ${Capability.options})
      on conflict (id) do update set name = excluded.name, capabilities = excluded.capabilities, retired_at = null`.execute(t.db)
    for (const [id, type] of departmentTypes) {
      await t.db.updateTable('departments').set({ retired_at: null, is_cad_enabled: true, type }).where('id', '=', id).execute()
    }
    for (const [name, { roles = [], permissions = [], departmentId, type, rank = '' }] of Object.entries(CALLERS)) {
      const user_id = idOf(name)
      await t.db.updateTable('users').set({ disabled_at: null, deleted_at: null }).where('id', '=', user_id).execute()
      const rows = await t.db
        .selectFrom('roles')
        .select('id')
        .where('name', 'in', [...roles, 'none'])
        .execute()
      for (const { id: role_id } of rows) {
        await t.db
          .insertInto('user_roles')
          .values({ user_id, role_id })
          .onConflict((on) => on.doNothing())
          .execute()
      }
      for (const permission of permissions) {
        await t.db
          .insertInto('user_permissions')
          .values({ user_id, permission })
          .onConflict((on) => on.doNothing())
          .execute()
      }
      const token = await t.openSession(user_id)
      people.set(name, { userId: user_id, token })
      if (departmentId === undefined) continue
      await sql`insert into user_departments (user_id, department_id, rank_id)
        values (${user_id}, ${departmentId}, (select id from ranks where department_id = ${departmentId} and name = ${rank}))
        on conflict (user_id, department_id) do update set rank_id = excluded.rank_id`.execute(t.db)
      const duty = { serverId: 1, departmentId, identifier: `F${user_id}`, type }
      await t.http(token).post('/api/patrol/unit/save', duty)
    }
  }

  return {
    /** Each has a new session once the state was restored. */
    people: people as ReadonlyMap<string, { userId: number; token: string }>,
    restore,
  }
}

/** Of the civilian: licences, weapons, vehicles and what belongs to them. Every second person and vehicle is nobody's, to be claimed. */
async function addRecords(t: TestPortal, { civilian, officer }: { readonly civilian: number; readonly officer: number }): Promise<void> {
  const user = sql`case when n % 2 = 1 then ${civilian}::int end`
  await sql`insert into characters (user_id, name, born_on, medical_notes, origin)
    select ${user}, 'two words', '1990-01-31', 'Allergic', 'officer' from generate_series(1, 10) n`.execute(t.db)
  await sql`insert into vehicles (character_id, plate, vin, model, origin)
    select case when n % 2 = 1 then 1 end, n::text, '', 'x', 'officer' from generate_series(1, 10) n`.execute(t.db)
  await sql`insert into licences (character_id, type, state, expires_on)
    select 1 + 2 * (n % 5), (array['DRIVERS', 'CCW', 'CDL'])[1 + n / 5], (array['applied', 'granted', 'revoked'])[1 + n % 3], '2027-01-01'
    from generate_series(0, 9) n`.execute(t.db)
  await sql`insert into weapons (character_id, model, serial) select 1, 'x', n::text from generate_series(1, 7) n`.execute(t.db)
  await sql`insert into vehicle_transfers (vehicle_id, from_character_id, to_character_id) values (1, 1, 3), (3, 1, 3), (5, 1, 5)`.execute(
    t.db,
  )
  await sql`insert into record_claims (user_id, character_id, vehicle_id)
    select ${civilian}, 1, 2 * n from generate_series(1, 5) n`.execute(t.db)
  await sql`insert into bolos (server_id, kind, plate, name, words, description, match_key, reason, by_user_id, by_identifier, expires_at)
    select 1, 'vehicle', '1', '', '{}', '', '1', 'x', ${officer}, '', now() + interval '1 day' from generate_series(1, 7)`.execute(t.db)
}

type Writers = { readonly officer: number; readonly legal: number; readonly judge: number }

/** In every state, the last two confidential; with drafts of those who write them. The ids are ones that honest input has. */
async function addWarrants(t: TestPortal, { officer, legal, judge }: Writers): Promise<void> {
  const content = WarrantContent.parse({
    type: 'arrest',
    subject: { kind: 'person', characterId: 1, name: 'two words', bornOn: '1990-01-31' },
    charges: [],
    searchFor: '',
    affidavit: 'x',
    callId: null,
    callTitle: null,
    reports: [],
    evidence: [],
    bail: null,
    days: null,
    isConfidential: false,
  })
  const states = [...WarrantState.options, 'active', 'expired']
  for (const [index, state] of states.entries()) {
    const isSigned = ['active', 'served', 'recalled', 'expired'].includes(state)
    const by = { userId: officer, name: 'The officer', identifier: '' }
    await sql`insert into warrants (id, type, state, year, number, writer_id, writer_identifier, department_id, server_id, content, subject_kind,
        character_id, subject_name, about, reviewer_id, signer_id, signed_at, expires_at, is_confidential, closed_at, served_return)
      values (${[1, 2, 3, 4, 5, 6, 7, 10, 23, 50][index]}, 'arrest', ${state}, 2026, ${index + 1}, ${officer}, '', 2, 1,
        ${JSON.stringify(content)}, 'person', 1, 'two words', 'x', ${state === 'review' ? legal : null}, ${isSigned ? judge : null},
        ${isSigned ? new Date() : null}, ${isSigned ? new Date(Date.now() + 86_400_000) : null}, ${index >= WarrantState.options.length},
        ${isClosed(state) ? new Date() : null},
        ${state === 'served' ? JSON.stringify({ servedAt: new Date(), location: 'x', postal: '', by, officers: [], isArrested: false, text: 'x' }) : null})`.execute(
      t.db,
    )
  }
  await sql`insert into warrant_servers (warrant_id, department_id) values (23, 2), (50, 2)`.execute(t.db)
  const draft = WarrantContentInput.parse({ type: 'search', subject: { kind: 'place', place: 'x' }, searchFor: 'x', affidavit: 'x' })
  await sql`insert into warrant_drafts (writer_id, writer_identifier, department_id, server_id, content)
    select (array[${officer}, ${legal}, ${judge}]::int[])[1 + n % 3], '', case when n % 3 = 0 then 2 end, case when n % 3 = 0 then 1 end,
      ${JSON.stringify(draft)}::jsonb from generate_series(0, 8) n`.execute(t.db)
}
const isClosed = (state: string): boolean => ['denied', 'served', 'recalled', 'expired'].includes(state)
