import type { WarrantContent, WarrantContentInput, WarrantDraft, WarrantSummary, WarrantType } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Member } from './test-dispatch.ts'
import { until, type TestPortal } from './test-portal.ts'
import { reportsOf } from './test-reports.ts'

type Writer = Pick<Member, 'http' | 'userId'>
type Started = {
  readonly type?: WarrantType
  readonly characterId?: number
  readonly vehicleId?: number
  readonly callId?: number | null
  readonly reportId?: number
}

/** The content of a draft as the input of a save. */
export const asWarrantInput = ({
  callTitle: _title,
  subject,
  charges,
  reports,
  evidence,
  ...content
}: WarrantContent): WarrantContentInput => ({
  ...content,
  subject:
    subject?.kind === 'person'
      ? { kind: 'person', characterId: subject.characterId }
      : subject?.kind === 'vehicle'
        ? { kind: 'vehicle', vehicleId: subject.vehicleId }
        : subject,
  charges: charges.map(({ revisionId, counts }) => ({ revisionId, counts })),
  reportIds: reports.map(({ reportId }) => reportId),
  evidence: evidence.map(({ reportId, item }) => ({ reportId, item })),
})

/** Writes warrants over the API; `reports` is what `reportsOf` returns. */
export function warrantsOf(t: TestPortal) {
  const reports = reportsOf(t)

  const withRole = async (role: string, name?: string): Promise<Member> => {
    const person = await t.addPerson({ roles: [role], ...(name === undefined ? {} : { name }) })
    return { ...person, http: t.http(person.token), identifier: '' }
  }
  const start = (by: Writer, { type = 'arrest', ...rest }: Started = {}) => by.http.post('/api/warrants/drafts', { type, ...rest })
  const save = (by: Writer, { draftId, version, content }: WarrantDraft, over: Partial<WarrantContentInput> = {}) =>
    by.http.put(`/api/warrants/drafts/${draftId}`, { version, content: { ...asWarrantInput(content), ...over } })
  const read = async (by: Writer, draftId: number): Promise<WarrantDraft> => {
    const response = await by.http.get(`/api/warrants/drafts/${draftId}`)
    if (response.statusCode !== 200) throw new Error(response.body)
    return response.json<WarrantDraft>()
  }
  const submit = (by: Writer, { draftId, version }: Pick<WarrantDraft, 'draftId' | 'version'>) =>
    by.http.post(`/api/warrants/drafts/${draftId}/submit`, { version })
  /** Inserts a lookup for the draft, as if the member had looked the person up. */
  const looked = async (by: Writer, { draftId }: Pick<WarrantDraft, 'draftId'>, characterId: number): Promise<void> => {
    await sql`insert into lookups (user_id, identifier, kind, query, character_id, warrant_draft_id)
      values (${by.userId}, '', 'lookup', 'For a test', ${characterId}, ${draftId})`.execute(t.db)
  }

  /** A new draft with this content; its subject was looked up. */
  const draft = async (by: Writer, started: Started = {}, over: Partial<WarrantContentInput> = {}): Promise<WarrantDraft> => {
    const { characterId, ...rest } = started
    const response = await start(by, rest)
    if (response.statusCode !== 200) throw new Error(response.body)
    const made = response.json<WarrantDraft>()
    if (characterId !== undefined) await looked(by, made, characterId)
    const subject = characterId === undefined ? {} : { subject: { kind: 'person' as const, characterId } }
    const saved = await save(by, made, { ...subject, ...over })
    if (saved.statusCode !== 200) throw new Error(saved.body)
    return read(by, made.draftId)
  }
  /** A draft that could be submitted: about a noted person, with one offence, or about a place to search, unless given. */
  const complete = async (by: Writer, started: Started = {}, over: Partial<WarrantContentInput> = {}): Promise<WarrantDraft> => {
    const affidavit = 'I saw it myself.'
    if (started.type === 'search') {
      const place =
        started.characterId === undefined ? { subject: { kind: 'place' as const, place: '12 Grove Street', postal: '7031' } } : {}
      return draft(by, started, { ...place, searchFor: 'Stolen radios', affidavit, ...over })
    }
    const characterId = started.characterId ?? (await reports.character(null))
    const charges = over.charges ?? [{ revisionId: (await reports.offence()).revisionId, counts: 1 }]
    return draft(by, { ...started, characterId }, { affidavit, ...over, charges })
  }
  const submitted = async (by: Writer, started: Started = {}, over: Partial<WarrantContentInput> = {}): Promise<WarrantSummary> => {
    const response = await submit(by, await complete(by, started, over))
    if (response.statusCode !== 200) throw new Error(response.body)
    return response.json<WarrantSummary>()
  }

  return {
    reports,
    officer: reports.officer,
    civilian: reports.civilian,
    character: reports.character,
    offence: reports.offence,
    /** A member of Legal Services, off duty. */
    clerk: (name?: string) => withRole('Legal Services', name),
    /** A Legal Services Supervisor, who signs warrants, off duty. */
    judge: (name?: string) => withRole('Legal Services Supervisor', name),
    start,
    save,
    read,
    submit,
    looked,
    draft,
    complete,
    submitted,
    change: (by: Writer, warrantId: number) => by.http.post(`/api/warrants/${warrantId}/draft`, {}),
    discard: (by: Writer, { draftId, version }: Pick<WarrantDraft, 'draftId' | 'version'>) =>
      by.http.delete(`/api/warrants/drafts/${draftId}?version=${version}`),
  }
}

/** Runs `work` while the request waits for a locked warrant; returns the answer to the request, which continues after it. */
export async function whileHeld<T>(t: TestPortal, warrantId: number, request: () => Promise<T>, work: () => Promise<unknown>): Promise<T> {
  let answer: Promise<T> | undefined
  await t.db.transaction().execute(async (tx) => {
    await sql`select from warrants where id = ${warrantId} for update`.execute(tx)
    answer = request()
    await until('the request waits', async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'select from warrants%'`.execute(t.db)
      return rows.length > 0
    })
    await work()
  })
  if (!answer) throw new Error('the request was never sent')
  return answer
}
