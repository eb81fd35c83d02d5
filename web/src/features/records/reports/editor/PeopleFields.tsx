import { NativeSelect, Text } from '@mantine/core'
import {
  listReportColleagues,
  MAX_REPORT_OFFICERS,
  MAX_REPORT_PEOPLE,
  MAX_REPORT_VEHICLES,
  REPORT_KINDS,
  ReportRole,
  SEARCH_FROM,
  searchPatients,
  searchRecords,
  type ReportContent,
  type ReportDraft,
  type ReportKind,
} from '@tenfour/contract'
import { useRef, type ReactNode, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../../../platform/api/client.ts'
import { dateOnly } from '../../../../platform/format/dates.ts'
import { Chips, PickField, FieldProblem } from '../drafts/drafts.port.ts'
import { TextButton } from '../../../../ui/TextButton.tsx'
import { PanelFact } from '../../../../panels/PanelParts.tsx'
import { LikelyChips, type LikelyChip } from '../../../../panels/LikelyChips.tsx'
import { useLookedUp, type LikelyPerson } from '../../../../panels/likely.ts'
import classes from '../drafts/Editor.module.css'

export type PartProps = {
  kind: ReportKind
  content: ReportContent
  draft: ReportDraft | null
  errorAt: (path: string) => string | undefined
  readOnly: boolean
  onChange: (by: ContentChange) => void
}
/** A function gets the content as it is by then. */
export type ContentChange = Partial<ReportContent> | ((content: ReportContent) => Partial<ReportContent>)

type Person = { readonly characterId: number; readonly name: string; readonly birthYear: number | null }
const personId = ({ characterId }: Person) => characterId
const personRow = ({ name, birthYear }: Person) => (
  <>
    <span>{name}</span>
    {birthYear !== null && <span className="faint">{birthYear}</span>}
  </>
)

async function findPeople(kind: ReportKind, q: string, signal: AbortSignal): Promise<readonly Person[]> {
  const { rows } =
    REPORT_KINDS[kind].service === 'fire'
      ? await call(searchPatients, { query: { q }, signal, quiet: true })
      : await call(searchRecords, { query: { kind: 'person', q }, signal, quiet: true })
  return rows.filter((row) => row.kind === 'person')
}

type PersonFieldProps = {
  kind: ReportKind
  label: string
  error?: ReactNode
  onPick: (person: Person) => void
  onClose?: () => void
  takesFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

const PersonField = ({ kind, label, onPick, onClose, ...field }: PersonFieldProps) => (
  <PickField
    {...field}
    label={label}
    placeholder="Name or phone"
    name={`people-${REPORT_KINDS[kind].service}`}
    search={(q, signal) => findPeople(kind, q, signal)}
    from={SEARCH_FROM}
    idOf={personId}
    renderRow={personRow}
    onPick={onPick}
    onEmptyKey={onClose && (() => onClose())}
  />
)

/** The subject of the report, with a field to find it while it is unknown. */
export function SubjectField({ kind, content: { subject }, errorAt, readOnly, onChange }: PartProps) {
  const error = errorAt('subjectId')
  const field = useRef<HTMLInputElement>(null)
  /** The field is gone with it: the focus goes to what comes next, before the next key. */
  const take = ({ characterId, name, bornOn = null }: Pick<Person, 'characterId' | 'name'> & { bornOn?: string | null }) => {
    const form = field.current?.form
    flushSync(() => onChange({ subject: { characterId, name, bornOn } }))
    form?.querySelector<HTMLElement>('[data-panel-focus], textarea')?.focus()
  }
  return (
    <PanelFact name="Subject">
      {subject ? (
        <>
          <strong>{subject.name}</strong> {subject.bornOn && <span className="faint">born {dateOnly(subject.bornOn)}</span>}
          {!readOnly && (
            <TextButton
              onClick={({ currentTarget }) => {
                const form = currentTarget.closest('form')
                onChange({ subject: null })
                requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-label="Subject"]')?.focus())
              }}
            >
              Change
            </TextButton>
          )}
          <FieldProblem>{error}</FieldProblem>
        </>
      ) : (
        <>
          <PersonField kind={kind} label="Subject" ref={field} error={error} onPick={take} />
          {!readOnly && <LikelyPeople onTake={take} />}
        </>
      )}
    </PanelFact>
  )
}

/** The owner of the vehicle and the person looked up last. */
function LikelyPeople({ onTake }: { onTake: (person: LikelyPerson) => void }) {
  const { person, owner, vehicle } = useLookedUp()
  const chips: LikelyChip[] = []
  if (owner) chips.push({ key: 'R', label: `Owner of ${vehicle?.plate}: ${owner.name}`, take: () => onTake(owner) })
  if (person && person.characterId !== owner?.characterId)
    chips.push({ key: 'L', label: `Last lookup: ${person.name}`, take: () => onTake(person) })
  return <LikelyChips chips={chips} />
}

const ROLES = ReportRole.options.map((role) => ({ value: role, label: role.charAt(0).toUpperCase() + role.slice(1) }))
const POLICE_ROLES = ROLES.filter(({ value }) => value !== 'patient')

export function PeopleField({ kind, content: { people }, errorAt, readOnly, onChange }: PartProps) {
  const isFire = REPORT_KINDS[kind].service === 'fire'
  const add = ({ characterId, name }: Person) => {
    if (people.some((each) => each.characterId === characterId)) return
    onChange({ people: [...people, { characterId, name, role: kind === 'incident' ? 'suspect' : 'witness' }] })
  }
  return (
    <Chips
      title="People"
      items={people}
      keyOf={({ characterId }) => characterId}
      nameOf={({ name }) => name}
      renderItem={(person) => (
        <>
          {person.name}
          <NativeSelect
            size="xs"
            variant="unstyled"
            aria-label={`Role of ${person.name}`}
            classNames={{ input: classes.role }}
            data={isFire ? ROLES : POLICE_ROLES}
            value={person.role}
            disabled={readOnly}
            onChange={({ currentTarget: { value } }) => {
              const role = ReportRole.safeParse(value).data
              if (role) onChange({ people: people.map((each) => (each === person ? { ...each, role } : each)) })
            }}
          />
        </>
      )}
      onRemove={(person) => onChange({ people: people.filter((each) => each !== person) })}
      addLabel="Add a person"
      isFull={people.length >= MAX_REPORT_PEOPLE}
      error={errorAt('people')}
      readOnly={readOnly}
      renderField={(close) => <PersonField kind={kind} label="Add a person" takesFocus onPick={add} onClose={close} />}
    />
  )
}

type Vehicle = ReportContent['vehicles'][number]
const vehicleId = (vehicle: Pick<Vehicle, 'vehicleId'>) => vehicle.vehicleId
const vehicleRow = ({ plate, model, colour }: Vehicle) => (
  <>
    <span className={classes.code}>{plate}</span>
    <span>{[model, colour].filter(Boolean).join(', ')}</span>
  </>
)
const findVehicles = async (q: string, signal: AbortSignal): Promise<readonly Vehicle[]> =>
  (await call(searchRecords, { query: { kind: 'vehicle', q }, signal, quiet: true })).rows.filter((row) => row.kind === 'vehicle')

/** Fire units do not look vehicles up. */
export function VehiclesField({ kind, content: { vehicles }, errorAt, readOnly, onChange }: PartProps) {
  const isFire = REPORT_KINDS[kind].service === 'fire'
  if (isFire && vehicles.length === 0) return null
  return (
    <Chips
      title="Vehicles"
      items={vehicles}
      keyOf={vehicleId}
      nameOf={({ plate }) => plate}
      renderItem={({ plate, model }) => (
        <>
          <span className={classes.code}>{plate}</span> {model}
        </>
      )}
      onRemove={(vehicle) => onChange({ vehicles: vehicles.filter((each) => each !== vehicle) })}
      addLabel="Add a vehicle"
      isFull={isFire || vehicles.length >= MAX_REPORT_VEHICLES}
      error={errorAt('vehicles')}
      readOnly={readOnly}
      renderField={(close) => (
        <PickField
          label="Add a vehicle"
          placeholder="Plate or VIN"
          name="vehicles"
          search={findVehicles}
          from={SEARCH_FROM}
          idOf={vehicleId}
          renderRow={vehicleRow}
          takesFocus
          onPick={({ vehicleId: id, plate, model, colour }) => {
            if (!vehicles.some((each) => each.vehicleId === id))
              onChange({ vehicles: [...vehicles, { vehicleId: id, plate, model, colour }] })
          }}
          onEmptyKey={close}
        />
      )}
    />
  )
}

type Officer = ReportContent['officers'][number]
const officerId = ({ userId }: Officer) => userId
const officerName = ({ identifier, name }: Officer) => [identifier, name].filter(Boolean).join(' ')
const findColleagues = (q: string, signal: AbortSignal) => call(listReportColleagues, { query: { q }, signal, quiet: true })

/** The writer, and who else was there. */
export const OfficersField = ({ kind, content: { officers }, draft, errorAt, readOnly, onChange }: PartProps) => (
  <OfficerChips
    title={REPORT_KINDS[kind].service === 'fire' ? 'Crew' : 'Officers'}
    writer={draft?.writer ?? null}
    officers={officers}
    error={errorAt('officers')}
    readOnly={readOnly}
    onChange={(next) => onChange({ officers: next })}
  />
)

type OfficerChipsProps = {
  title: string
  writer: Officer | null
  officers: readonly Officer[]
  error?: string | undefined
  readOnly?: boolean
  onChange: (officers: Officer[]) => void
}

/** Someone who is there already, and others to add. */
export function OfficerChips({ title, writer, officers, error, readOnly = false, onChange }: OfficerChipsProps) {
  return (
    <Chips
      title={title}
      before={
        writer && (
          <Text span inherit mr={2} className="anywhere">
            {officerName(writer)}
          </Text>
        )
      }
      items={officers}
      keyOf={officerId}
      nameOf={officerName}
      onRemove={(officer) => onChange(officers.filter((each) => each !== officer))}
      addLabel="Add an officer"
      isFull={officers.length >= MAX_REPORT_OFFICERS}
      error={error}
      readOnly={readOnly}
      renderField={(close) => (
        <PickField
          label="Add an officer"
          placeholder="Call sign or name"
          name="colleagues"
          search={findColleagues}
          from={0}
          idOf={officerId}
          renderRow={(colleague) => (
            <>
              <span className={classes.code}>{colleague.identifier}</span>
              <span>{colleague.name}</span>
              <span className="faint">{colleague.department}</span>
            </>
          )}
          takesFocus
          onPick={({ userId, name, identifier }) => {
            if (userId !== writer?.userId && !officers.some((each) => each.userId === userId))
              onChange([...officers, { userId, name, identifier }])
          }}
          onEmptyKey={close}
        />
      )}
    />
  )
}
