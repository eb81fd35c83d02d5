import {
  REPORT_APPROVAL,
  type Offence,
  type ReportContent,
  type ReportContentInput,
  type ReportDraft,
  type ReportKind,
  type ReportSummary,
} from '@tenfour/contract'
import type { Member } from './test-dispatch.ts'
import type { TestPortal } from './test-portal.ts'
import { recordsOf } from './test-records.ts'

type Started = { readonly kind?: ReportKind; readonly characterId?: number; readonly vehicleId?: number; readonly callId?: number | null }

/** The content of a draft as the input of a save. */
export const asInput = ({ callTitle: _title, subject, ...content }: ReportContent): ReportContentInput => ({
  ...content,
  subjectId: subject?.characterId ?? null,
  charges: content.charges.map(({ revisionId, counts, fine, jailMinutes }) => ({ revisionId, counts, fine, jailMinutes })),
  people: content.people.map(({ characterId, role }) => ({ characterId, role })),
  vehicles: content.vehicles.map(({ vehicleId }) => ({ vehicleId })),
  officers: content.officers.map(({ userId }) => ({ userId })),
})

/** Writes reports over the API, and does everything that `recordsOf` does. */
export function reportsOf(t: TestPortal) {
  const r = recordsOf(t)
  let counter = 0

  /** Offences with a fine of 100 to 500, 0 to 30 minutes of jail and 2 points, unless given. */
  const offence = async (over: Partial<Offence> = {}): Promise<Offence> => {
    counter += 1
    const response = await (
      await t.as('admin')
    ).post('/api/offences', {
      code: `T-${counter}`,
      title: `Offence ${counter}`,
      type: 'Misdemeanor',
      category: 'Tests',
      description: '',
      fineMin: 100,
      fineMax: 500,
      jailMin: 0,
      jailMax: 30,
      points: 2,
      ...over,
    })
    if (response.statusCode !== 200) throw new Error(response.body)
    return response.json<Offence>()
  }
  /** Opens a person's page as a police unit, so that the person may be put on a draft. */
  const lookUp = async (by: Member, characterId: number): Promise<void> => {
    const response = await by.http.post('/api/lookups', { by: 'character', characterId })
    if (response.statusCode !== 200) throw new Error(response.body)
  }
  const start = (by: Member, { kind = 'citation', ...rest }: Started = {}) => by.http.post('/api/reports/drafts', { kind, ...rest })
  const save = (by: Member, { draftId, version, content }: ReportDraft, over: Partial<ReportContentInput> = {}) =>
    by.http.put(`/api/reports/drafts/${draftId}`, { version, content: { ...asInput(content), ...over } })
  const read = async (by: Member, draftId: number): Promise<ReportDraft> => {
    const response = await by.http.get(`/api/reports/drafts/${draftId}`)
    if (response.statusCode !== 200) throw new Error(response.body)
    return response.json<ReportDraft>()
  }
  const submit = (by: Member, { draftId, version }: Pick<ReportDraft, 'draftId' | 'version'>, reason = '') =>
    by.http.post(`/api/reports/drafts/${draftId}/submit`, { version, reason })

  /** A new draft with this content; its subject, if it has one, was looked up. */
  const draft = async (by: Member, started: Started = {}, over: Partial<ReportContentInput> = {}): Promise<ReportDraft> => {
    const isMedical = started.kind === 'patient' || started.kind === 'treatment'
    if (started.characterId !== undefined) {
      if (isMedical) await by.http.post(`/api/patients/${started.characterId}`, {})
      else await lookUp(by, started.characterId)
    }
    const response = await start(by, started)
    if (response.statusCode !== 200) throw new Error(response.body)
    const made = response.json<ReportDraft>()
    const saved = await save(by, made, over)
    if (saved.statusCode !== 200) throw new Error(saved.body)
    return read(by, made.draftId)
  }
  /** A draft that could be submitted, with a noted person as its subject and one offence, unless given. */
  const complete = async (by: Member, started: Started = {}, over: Partial<ReportContentInput> = {}): Promise<ReportDraft> => {
    const { kind = 'citation' } = started
    const isMedical = kind === 'patient' || kind === 'treatment'
    const characterId = started.characterId ?? (await r.character(null))
    const charge = isMedical || over.charges ? [] : [{ revisionId: (await offence()).revisionId, counts: 1, fine: 100, jailMinutes: 0 }]
    return draft(
      by,
      { ...started, characterId },
      {
        charges: charge,
        narrative: 'It happened.',
        ...(isMedical && {
          medical: { complaint: 'Headache', findings: '', treatment: 'Bandage', outcome: '', takenTo: '' },
        }),
        ...over,
      },
    )
  }
  /** A submitted report; it is final unless its kind needs approval. */
  const submitted = async (by: Member, started: Started = {}, over: Partial<ReportContentInput> = {}): Promise<ReportSummary> => {
    const response = await submit(by, await complete(by, started, over))
    if (response.statusCode !== 200) throw new Error(response.body)
    return response.json<ReportSummary>()
  }

  return {
    ...r,
    offence,
    lookUp,
    start,
    save,
    read,
    submit,
    draft,
    complete,
    submitted,
    change: (by: Member, reportId: number) => by.http.post(`/api/reports/${reportId}/draft`, {}),
    /** Sets whether a kind needs approval. */
    needsApproval: (kind: ReportKind, isNeeded: boolean) => r.set(REPORT_APPROVAL[kind], isNeeded),
  }
}
