import {
  warrantNumber,
  type RecordActor,
  type WarrantContent,
  type WarrantReturn,
  type WarrantState,
  type WarrantType,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { dispatchOf, type Member } from './test-dispatch.ts'
import type { Person, TestPortal } from './test-portal.ts'
import { recordsOf } from './test-records.ts'
import { warrantsOf } from './test-warrants.ts'

type Row = {
  readonly type?: WarrantType
  readonly state?: WarrantState
  readonly writerId: number
  /** The signer, for states that need one. */
  readonly signerId?: number
  readonly reviewerId?: number | null
  readonly isReady?: boolean
  readonly characterId?: number | null
  readonly vehicleId?: number | null
  readonly subjectName?: string
  readonly about?: string
  readonly expiresAt?: Date
  readonly isConfidential?: boolean
  readonly content?: Partial<WarrantContent>
  /** Ids of departments that are named to serve the warrant. */
  readonly departments?: readonly number[]
  readonly members?: readonly number[]
  readonly reviewers?: readonly number[]
  readonly reports?: readonly number[]
  readonly servedBy?: RecordActor
  readonly since?: Date
}

const SIGNED: readonly WarrantState[] = ['active', 'served', 'recalled', 'expired']
const CLOSED: readonly WarrantState[] = ['denied', 'served', 'recalled', 'expired']
const HOUR = 3_600_000
/** Not the present year: submitted warrants draw random numbers, which would sometimes be the same. */
const YEAR = 2020

/** Writes warrants in any state, without the steps before. */
export function warrantRowsOf(t: TestPortal) {
  let counter = 100
  const insert = async ({
    type = 'arrest',
    state = 'active',
    writerId,
    signerId,
    reviewerId = null,
    isReady = false,
    characterId = null,
    vehicleId = null,
    subjectName = 'Somebody Sought',
    about = 'Theft',
    expiresAt = new Date(Date.now() + 240 * HOUR),
    isConfidential = false,
    content = {},
    departments = [],
    members = [],
    reviewers = [],
    reports = [],
    servedBy,
    since = new Date(),
  }: Row): Promise<number> => {
    counter += 1
    const id = counter * 13
    const kind = characterId !== null ? 'person' : vehicleId !== null ? 'vehicle' : 'place'
    const isSigned = SIGNED.includes(state)
    const said: WarrantContent = {
      type,
      subject: null,
      charges: [],
      searchFor: '',
      affidavit: 'I saw it myself.',
      callId: null,
      callTitle: null,
      reports: [],
      evidence: [],
      bail: null,
      days: null,
      isConfidential: false,
      ...content,
    }
    const by = servedBy ?? { userId: writerId, name: 'Somebody', identifier: '' }
    const served: WarrantReturn = {
      servedAt: since.toISOString(),
      location: 'Grove Street',
      postal: '',
      by,
      officers: [],
      isArrested: true,
      text: 'Taken in',
    }
    await sql`insert into warrants (id, type, state, year, number, writer_id, writer_identifier, content, subject_kind, character_id, vehicle_id,
        subject_name, about, reviewer_id, is_ready, signer_id, signed_at, expires_at, is_confidential, served_return, since, submitted_at, closed_at)
      values (${id}, ${kind === 'place' ? 'search' : type}, ${state}, ${YEAR}, ${id}, ${writerId}, '1A-1', ${JSON.stringify(said)}, ${kind},
        ${characterId}, ${vehicleId}, ${subjectName}, ${about}, ${reviewerId}, ${isReady}, ${isSigned ? (signerId ?? null) : null},
        ${isSigned ? since : null}, ${isSigned ? expiresAt : null}, ${isConfidential}, ${state === 'served' ? JSON.stringify(served) : null},
        ${since}, ${since}, ${CLOSED.includes(state) ? since : null})`.execute(t.db)
    for (const each of departments) await sql`insert into warrant_servers (warrant_id, department_id) values (${id}, ${each})`.execute(t.db)
    for (const each of members) await sql`insert into warrant_servers (warrant_id, user_id) values (${id}, ${each})`.execute(t.db)
    for (const each of reviewers) await sql`insert into warrant_reviewers (warrant_id, user_id) values (${id}, ${each})`.execute(t.db)
    for (const each of reports) await sql`insert into warrant_reports (warrant_id, report_id) values (${id}, ${each})`.execute(t.db)
    return id
  }
  return { insert, number: (id: number) => warrantNumber(YEAR, id) }
}

export type Cast = Awaited<ReturnType<typeof castOf>>

/** Members who may and who may not know of a confidential warrant that LSPD and one officer of SAHP are named to serve. */
export async function castOf(t: TestPortal) {
  const r = recordsOf(t)
  const { clerk, judge } = warrantsOf(t)
  const { status } = dispatchOf(t)
  const admin = await t.person('admin')
  const offDuty = await r.officer({ name: 'Off Duty' })
  const cast = {
    writer: await r.officer({ department: 'BCSO', name: 'Wilma Writer' }),
    judge: await judge('Judge Judith'),
    reviewer: await clerk('Rita Reviewer'),
    clerk: await clerk('Clara Clerk'),
    unnamed: await r.officer({ department: 'BCSO', name: 'Unnamed Officer' }),
    ofDepartment: await r.officer({ name: 'Of Department' }),
    offDuty,
    named: await r.officer({ department: 'SAHP', name: 'Named Officer' }),
    supervisor: await r.supervisor({ department: 'SAHP', capabilities: ['seeLookups'], name: 'Super Visor' }),
    admin: { ...admin, http: t.http(admin.token), identifier: '' } satisfies Member,
  }
  const left = await status(offDuty, offDuty, 1)
  if (left.statusCode !== 200) throw new Error(left.body)
  return cast
}

/** The properties of a confidential warrant of the cast. */
export const confidential = ({ writer, judge, reviewer, named }: Pick<Cast, 'writer' | 'judge' | 'reviewer' | 'named'>) => ({
  writerId: writer.userId,
  signerId: judge.userId,
  reviewers: [reviewer.userId],
  departments: [2],
  members: [named.userId],
  isConfidential: true,
})

/** The names of the people who get a result. */
export async function whoGets<N extends string>(
  people: Readonly<Record<N, Person>>,
  gets: (person: Person & Member, name: N) => Promise<boolean>,
): Promise<N[]> {
  const found: N[] = []
  for (const name of Object.keys(people) as N[]) if (await gets(people[name] as Member, name)) found.push(name)
  return found
}
