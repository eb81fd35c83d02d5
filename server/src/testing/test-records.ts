import { Capability, DEPARTMENT, type Field, type Notice, type RecordEvent, type Setting, type SettingState } from '@tenfour/contract'
import { sql } from 'kysely'
import { dispatchOf, type Member } from './test-dispatch.ts'
import type { Http, Person, TestPortal } from './test-portal.ts'

export type Civilian = Person & { readonly http: Http }
type CharacterOptions = { readonly name?: string; readonly bornOn?: string; readonly isDeceased?: boolean; readonly phone?: string }

/** The rank that `supervisor` gives capabilities to. */
const SUPERVISOR_RANK = { LSPD: 'Sergeant', BCSO: 'Sergeant', SAHP: 'Sergeant', COMM: 'Dispatch Supervisor' } as const

/** The status codes of responses, lowest first. */
export const statuses = (responses: readonly { readonly statusCode: number }[]): number[] =>
  responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)

/** Makes civilians with characters, and officers on duty who look at them. */
export function recordsOf(t: TestPortal) {
  const { onDuty } = dispatchOf(t)
  let counter = 0

  const supervisor = async ({
    department = 'LSPD',
    capabilities = Capability.options,
    name,
  }: {
    readonly department?: keyof typeof SUPERVISOR_RANK
    readonly capabilities?: readonly Capability[]
    readonly name?: string
  } = {}): Promise<Member> => {
    const rank = SUPERVISOR_RANK[department]
    await sql`update ranks set capabilities = ${capabilities} where department_id = ${DEPARTMENT[department]} and name = ${rank}`.execute(
      t.db,
    )
    return onDuty({ department, rank, ...(name === undefined ? {} : { name }) })
  }

  return {
    /** An officer on duty on server 1, of police unless given: `officer({ department: 'COMM' })`. */
    officer: onDuty,
    /** An officer on duty, in a rank with these capabilities, or with all of them. */
    supervisor,
    /** A member of the civilian department, off duty. */
    civilian: async (name?: string): Promise<Civilian> => {
      const person = await t.addPerson({ ...(name === undefined ? {} : { name }), departments: [{ name: 'CIV', isPrimary: true }] })
      return { ...person, http: t.http(person.token) }
    },
    /** The id of a new character. Without an owner, it is a noted person. */
    character: async (
      owner: Pick<Person, 'userId'> | null,
      { name, bornOn, isDeceased, phone }: CharacterOptions = {},
    ): Promise<number> => {
      counter += 1
      const { rows } = await sql<{ id: number }>`
        insert into characters (user_id, name, born_on, phone, deceased_at, deceased_cause, origin)
        values (${owner?.userId ?? null}, ${name ?? `Character Number${counter}`}, ${bornOn ?? '1990-01-31'}, ${phone ?? ''},
          ${isDeceased ? new Date() : null}, ${isDeceased ? 'Fell' : null}, ${owner ? 'portal' : 'officer'})
        returning id`.execute(t.db)
      const [row] = rows
      if (!row) throw new Error('no character was made')
      return row.id
    },
    /** Adds a field of the community's own, as an admin does: by default a text on characters for owner and police. */
    field: async (over: Partial<Field> = {}): Promise<Field> => {
      counter += 1
      const input = { of: 'character', type: 'text', name: `Field ${counter}`, isRequired: false, audience: ['owner', 'police'], ...over }
      const response = await (await t.as('admin')).post('/api/fields', input)
      if (response.statusCode !== 200) throw new Error(response.body)
      return response.json<Field>()
    },
    /** Retires a field. */
    retire: async ({ fieldId, version }: Field): Promise<void> => {
      const response = await (await t.as('admin')).post(`/api/fields/${fieldId}/retire`, { isRetired: true, version })
      if (response.statusCode !== 200) throw new Error(response.body)
    },
    /** Notices to a person, newest first. */
    notices: async (person: Person): Promise<Notice[]> =>
      (await t.http(person.token).get(`/api/user/notices/${person.userId}`)).json<Notice[]>(),
    /** Events on a record, oldest first. */
    events: async (of: { readonly characterId: number } | { readonly vehicleId: number }) => {
      const condition = 'characterId' in of ? sql`character_id = ${of.characterId}` : sql`vehicle_id = ${of.vehicleId}`
      const { rows } = await sql<Pick<RecordEvent, 'title' | 'text' | 'reason'> & { by: number | null; identifier: string }>`
        select title, text, reason, by_user_id as by, by_identifier as identifier from record_events
        where ${condition} order by id`.execute(t.db)
      return rows
    },
    /** Sets a setting as an admin does. */
    set: async <T>(setting: Setting<T>, value: T): Promise<void> => {
      const admin = await t.as('admin')
      const states = (await admin.get('/api/settings')).json<SettingState[]>()
      const version = states.find(({ key }) => key === setting.key)?.version ?? 0
      const response = await admin.put(`/api/settings/${setting.key}`, { value, version })
      if (response.statusCode !== 200) throw new Error(response.body)
    },
  }
}
