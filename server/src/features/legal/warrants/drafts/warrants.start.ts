import {
  MAX_WARRANT_EVIDENCE,
  WARRANT_TYPES,
  WarrantContentInput,
  type BodyOf,
  type startWarrant,
  type WarrantSubjectInput,
  type WarrantType,
} from '@tenfour/contract'
import type { Tx } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import {
  assertKnownPerson,
  assertKnownVehicle,
  findNamed,
  findOnCall,
  type HasShown,
  type SupportingReport,
} from '../../../records/reports/reports.port.ts'
import { isKnownCall, UNKNOWN_CALL, UNKNOWN_REPORT } from './warrants.references.ts'
import { linkableReports, namedIn } from './warrants.supports.ts'
import type { Writer } from './warrants.writers.ts'

type Started = BodyOf<typeof startWarrant>
type FirstContent = { readonly content: WarrantContentInput; readonly startedFrom: string }

const refuse = (message: string, field: string) => new AppError('invalid_input', message, field)

/** The content that a new draft begins with, from the person or vehicle it was started for, the report, and the subjects of the call. */
export async function firstContent(tx: Tx, writer: Writer, started: Started, hasShown: HasShown): Promise<FirstContent> {
  const { type, reportId } = started
  if (started.vehicleId !== undefined) {
    if (started.characterId !== undefined) throw refuse('Choose a person or a vehicle', 'vehicleId')
    if (type !== 'search') throw refuse(notAPerson(type), 'vehicleId')
  }
  const report = reportId === undefined ? undefined : await reportFor(tx, writer, reportId)
  const callId = started.callId === undefined ? (report ? report.callId : writer.callId) : started.callId
  const linked = new Map(report ? [[report.reportId, report]] : [])
  if (callId !== null && !(await isKnownCall(tx, writer, callId, linked))) throw refuse(UNKNOWN_CALL, 'callId')
  const content = WarrantContentInput.parse({
    type,
    subject: await subjectFor(tx, { ...writer, callId }, started, report, hasShown),
    charges: report?.content.charges.map(({ revisionId, counts }) => ({ revisionId, counts })),
    callId,
    reportIds: [...linked.keys()],
    evidence: report?.content.evidence.slice(0, MAX_WARRANT_EVIDENCE).map((_item, item) => ({ reportId: report.reportId, item })),
  })
  return { content, startedFrom: report ? `From report ${report.number}` : callId === null ? '' : `From call ${callId}` }
}

export const notAPerson = (type: WarrantType): string => {
  const { title } = WARRANT_TYPES[type]
  return `${/^[AEIOU]/.test(title) ? 'An' : 'A'} ${title.toLowerCase()} is about a person`
}

async function reportFor(tx: Tx, { userId }: Writer, reportId: number): Promise<SupportingReport> {
  const found = await linkableReports(tx, { writerId: userId, draftId: null, warrantId: null }, [reportId])
  const report = found.get(reportId)
  if (!report) throw refuse(UNKNOWN_REPORT, 'reportId')
  return report
}

async function subjectFor(
  tx: Tx,
  { userId, serverId, callId }: Writer,
  { type, characterId, vehicleId }: Started,
  report: SupportingReport | undefined,
  hasShown: HasShown,
): Promise<WarrantSubjectInput | null> {
  const where = { writerId: userId, serverId, callId }
  const named = namedIn(report ? [report] : [])
  if (characterId !== undefined) {
    await assertKnownPerson(tx, where, { id: characterId, field: 'characterId', named: named.characterIds }, { hasShown })
    const person = await findPerson(tx, characterId)
    if (!person || person.isRemoved) throw refuse(`${person?.name ?? 'This person'} was removed from the records`, 'characterId')
    if (person.isDeceased && type !== 'search') throw refuse(`${person.name} is deceased`, 'characterId')
    return { kind: 'person', characterId: person.characterId }
  }
  if (vehicleId !== undefined) {
    await assertKnownVehicle(tx, where, { id: vehicleId, field: 'vehicleId', named: named.vehicleIds }, { hasShown })
    return { kind: 'vehicle', vehicleId }
  }
  const ofReport = report?.content.subject
  if (ofReport) {
    const person = await findPerson(tx, ofReport.characterId)
    const isWanted = person && !person.isRemoved && !(person.isDeceased && type !== 'search')
    return isWanted ? { kind: 'person', characterId: person.characterId } : null
  }
  return report || callId === null ? null : subjectOnCall(tx, callId, userId, type)
}

const findPerson = async (tx: Tx, characterId: number) => (await findNamed(tx, { characterIds: [characterId] })).people.get(characterId)

/** The only person on the call, or for a search its only vehicle. */
async function subjectOnCall(tx: Tx, callId: number, userId: number, type: WarrantType): Promise<WarrantSubjectInput | null> {
  const { people, vehicleIds } = await findOnCall(tx, callId, userId, 'arrest')
  const [person] = people
  if (person && people.length === 1) {
    return person.isDeceased && type !== 'search' ? null : { kind: 'person', characterId: person.characterId }
  }
  const [vehicleId] = vehicleIds
  const isVehicle = type === 'search' && people.length === 0 && vehicleIds.length === 1 && vehicleId !== undefined
  return isVehicle ? { kind: 'vehicle', vehicleId } : null
}
