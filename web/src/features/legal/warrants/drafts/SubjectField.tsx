import { SegmentedControl, TextInput } from '@mantine/core'
import { SEARCH_FROM } from '@tenfour/contract'
import { useRef, useState } from 'react'
import { dateOnly } from '../../../../platform/format/dates.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { editorClasses as classes, PickField, FieldProblem } from '../../../records/reports/drafts/drafts.port.ts'
import { subjectKinds, subjectWords, type Subject, type SubjectKind, type PartProps } from './warrant-content.ts'
import { findSubjects, sourceFor, subjectOf, type Found } from './warrant-sources.ts'
import { TextButton } from '../../../../ui/TextButton.tsx'
import { PanelFact } from '../../../../panels/PanelParts.tsx'
import { Row } from '../../../../ui/layout.tsx'

const KINDS: Readonly<Record<SubjectKind, string>> = { person: 'Person', vehicle: 'Vehicle', place: 'Place' }
const EMPTY_PLACE: Subject = { kind: 'place', place: '', postal: '' }

/** The subject of the warrant: a person, or for a search a vehicle or a place. */
export function SubjectField(props: PartProps) {
  const { content, readOnly, onChange } = props
  const { type, subject } = content
  const [wanted, setWanted] = useState<SubjectKind>(subject?.kind ?? 'person')
  const kinds = subjectKinds(type)
  const kind = subject?.kind ?? (kinds.includes(wanted) ? wanted : 'person')
  const choose = (next: SubjectKind) => {
    setWanted(next)
    onChange({ subject: next === 'place' ? EMPTY_PLACE : null })
  }
  return (
    <PanelFact name="Subject">
      {kinds.length > 1 && (
        <SegmentedControl
          size="xs"
          mb={6}
          aria-label="What is searched"
          data={kinds.map((value) => ({ value, label: KINDS[value] }))}
          value={kind}
          readOnly={readOnly}
          onChange={(value) => choose(value)}
        />
      )}
      {kind === 'place' ? (
        <PlaceFields {...props} place={subject?.kind === 'place' ? subject : { place: '', postal: '' }} />
      ) : subject && subject.kind !== 'place' ? (
        <Chosen {...props} subject={subject} />
      ) : (
        <Finder key={kind} {...props} kind={kind} />
      )}
    </PanelFact>
  )
}

function Chosen({ subject, errorAt, readOnly, onChange }: PartProps & { subject: Exclude<Subject, { kind: 'place' }> }) {
  const error = errorAt('subject') ?? errorAt('subject.characterId') ?? errorAt('subject.vehicleId')
  return (
    <div>
      {subject.kind === 'vehicle' ? (
        <>
          <span className={classes.code}>{subject.plate}</span> {[subject.model, subject.colour].filter(Boolean).join(', ')}
        </>
      ) : (
        <>
          {subjectWords(subject)}
          {subject.bornOn && <span className="faint"> {dateOnly(subject.bornOn)}</span>}
        </>
      )}
      {!readOnly && (
        <TextButton
          onClick={({ currentTarget }) => {
            const form = currentTarget.closest('form')
            onChange({ subject: null })
            requestAnimationFrame(() => form?.querySelector<HTMLElement>('[data-subject] input')?.focus())
          }}
        >
          Change
        </TextButton>
      )}
      <FieldProblem>{error}</FieldProblem>
    </div>
  )
}

const rowId = (row: Found) => (row.kind === 'person' ? row.characterId : row.vehicleId)
const rowWords = (row: Found) =>
  row.kind === 'person' ? (
    <>
      <span>{row.name}</span>
      {row.birthYear !== null && <span className="faint">{row.birthYear}</span>}
    </>
  ) : (
    <>
      <span className={classes.code}>{row.plate}</span>
      <span>{[row.model, row.colour].filter(Boolean).join(', ')}</span>
      {row.ownerName && <span className="faint">{row.ownerName}</span>}
    </>
  )

function Finder({ draftId, kind, errorAt, readOnly, onChange }: PartProps & { kind: Found['kind'] }) {
  const source = sourceFor(useSignedInUser())
  const field = useRef<HTMLDivElement>(null)
  const error = errorAt('subject') ?? errorAt(kind === 'person' ? 'subject.characterId' : 'subject.vehicleId')
  if (source === 'own' || readOnly)
    return (
      <span className="faint">
        {readOnly ? 'Nobody named' : 'Go on duty to look people and vehicles up.'}
        <FieldProblem>{error}</FieldProblem>
      </span>
    )
  return (
    <div data-subject ref={field}>
      <PickField
        label={kind === 'person' ? 'Subject' : 'Vehicle'}
        placeholder={kind === 'person' ? 'Name or phone' : 'Plate or VIN'}
        name={`warrant-${source}-${kind}-${draftId}`}
        search={(q, signal) => findSubjects(source, draftId, kind, q, signal)}
        from={SEARCH_FROM}
        idOf={rowId}
        renderRow={rowWords}
        error={error}
        onPick={(row) => {
          const form = field.current?.closest('form')
          onChange({ subject: subjectOf(row) })
          // The field is gone: on with what comes next, what is searched for or the offences.
          requestAnimationFrame(() => form?.querySelector<HTMLElement>('textarea[data-search-for], [data-panel-focus]')?.focus())
        }}
      />
    </div>
  )
}

function PlaceFields({ place, errorAt, readOnly, onChange }: PartProps & { place: { place: string; postal: string } }) {
  const set = (by: Partial<typeof place>) => onChange({ subject: { kind: 'place', place: place.place, postal: place.postal, ...by } })
  return (
    <Row gap={6} align="start">
      <TextInput
        size="xs"
        aria-label="Place"
        placeholder="Address, building, room"
        maxLength={160}
        autoComplete="off"
        style={{ flex: '1 1 140px' }}
        readOnly={readOnly}
        value={place.place}
        error={errorAt('subject.place') ?? errorAt('subject')}
        onChange={({ currentTarget }) => set({ place: currentTarget.value })}
      />
      <TextInput
        size="xs"
        aria-label="Postal"
        placeholder="Postal"
        maxLength={16}
        autoComplete="off"
        w={74}
        readOnly={readOnly}
        value={place.postal}
        error={errorAt('subject.postal')}
        onChange={({ currentTarget }) => set({ postal: currentTarget.value })}
      />
    </Row>
  )
}
