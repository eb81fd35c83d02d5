import { Button, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import {
  accessSubject,
  bolosSwitch,
  isAllowed,
  noteVehicle,
  putOnCall,
  serveWarrant,
  setRecordFlag,
  startWarrant,
  UNIT_CLASS,
  warrantsSwitch,
  type LookupResult,
  type Offence,
} from '@tenfour/contract'
import { communityToday } from '../../../../platform/calendar/calendar.ts'
import { useIsOn } from '../../../../platform/features/features.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { timeSince } from '../../../../platform/format/dates.ts'
import { Key } from '../../../../ui/Key.tsx'
import type { MainAction } from '../../../../panels/HeaderActions.tsx'
import { writesReports } from '../../../../panels/panel.ts'
import { PanelHeader } from '../../../../panels/PanelHeader.tsx'
import { askWarrant, focusPanel } from '../../../../panels/selection.ts'
import { useOwnUnit } from '../../../dispatch/board/board.port.ts'
import { useFlags } from '../../../dispatch/cad-values/cad-values.port.ts'
import { openNewBolo } from '../../bolos/bolo-draft.port.ts'
import { askReportKind } from '../../reports/reports.port.ts'
import { openAct } from '../acts/acts.ts'
import { Alerts } from '../alerts/Alerts.tsx'
import { alertsOf } from '../alerts/alerts.ts'
import { openRecord, putShownOnCall, useShownRecord } from '../desk.ts'
import { warrantsOn } from './change-result.ts'
import { aboutOf, type Shown } from '../record-desk.ts'
import { Chip } from './Flags.tsx'
import { onPanelKey, PanelLoading, PanelNote, PanelSection, Prose } from '../../../../panels/PanelParts.tsx'
import { PatientView } from './PatientView.tsx'
import { PersonView } from './PersonView.tsx'
import { personBolo, vehicleBolo } from '../search/search-rows.ts'
import { VehicleView, WeaponView } from './VehicleView.tsx'
import { imposedWords, OffenceTypeBadge } from '../../offences/offences.port.ts'
import { Row, Stack } from '../../../../ui/layout.tsx'
import classes from '../Records.module.css'

type Lookup = Extract<Shown, { kind: 'lookup' }>

/** The record that was looked up last. The element with the keys stays while its content changes, so that no key is lost. */
export function RecordPanel() {
  const shown = useShownRecord()
  const subject = accessSubject(useSignedInUser())
  const record = shown.kind === 'lookup' ? shown.result.record : undefined
  const isLookup = shown.kind === 'lookup' || shown.kind === 'loading'
  const writes = useWrites()
  const draftsWarrants = useDraftsWarrants()
  const hasBolos = useIsOn(bolosSwitch)
  const mayServe = isAllowed(serveWarrant.access, subject)
  const firstWarrant = shown.kind === 'lookup' ? warrantsOn(shown.result)[0] : undefined
  const flags = useFlags(record?.kind ?? 'person', record !== undefined && isAllowed(setRecordFlag.access, subject))
  const keys = onPanelKey({
    a: isLookup && isAllowed(putOnCall.access, subject) && record?.kind !== 'weapon' ? () => void putShownOnCall() : undefined,
    b: shown.kind === 'lookup' && hasBolos ? () => boloFor(shown) : undefined,
    c:
      shown.kind === 'lookup' && record && flags.length > 0
        ? () => openAct({ kind: 'flag', ...flaggedOf(record), values: flags, lookupId: shown.result.lookupId })
        : undefined,
    r: shown.kind === 'lookup' && draftsWarrants && aboutOf(shown) ? () => draftWarrant(shown) : undefined,
    s: firstWarrant && mayServe ? () => askWarrant({ kind: 'serve', warrant: firstWarrant }) : undefined,
    w: writes && aboutOf(shown) ? () => writeAbout(shown) : undefined,
    o: record === null && shown.kind === 'lookup' ? () => openAct({ kind: 'note-vehicle', plate: shown.label }) : undefined,
    escape: () => focusPanel('lookup'),
  })
  return (
    <>
      <Header shown={shown} />
      <PanelSection
        aria-label={'label' in shown ? shown.label : 'Record'}
        aria-busy={shown.kind === 'loading' || undefined}
        onKeyDown={keys}
      >
        {/* Always rendered, so that screen readers announce what is added to it. */}
        <div role="alert">{shown.kind === 'lookup' && <Hits result={shown.result} mayServe={mayServe} />}</div>
        <Content shown={shown} />
      </PanelSection>
    </>
  )
}

function flaggedOf(record: NonNullable<LookupResult['record']>) {
  if (record.kind === 'person') return { of: 'person', id: record.characterId, label: record.name } as const
  if (record.kind === 'vehicle') return { of: 'vehicle', id: record.vehicleId, label: record.plate } as const
  return { of: 'weapon', id: record.weaponId, label: record.serial } as const
}

/** Police write about persons and vehicles, fire about patients. */
const useWrites = (): boolean => writesReports(useSignedInUser().duty)

/** Police on duty. Legal staff off duty drafts from its own page. */
function useDraftsWarrants(): boolean {
  const user = useSignedInUser()
  return useIsOn(warrantsSwitch) && user.duty?.unitClass === UNIT_CLASS.Leo && isAllowed(startWarrant.access, accessSubject(user))
}

function draftWarrant(shown: Shown): void {
  const about = aboutOf(shown)
  if (about) askWarrant({ kind: 'draft', about })
}

function writeAbout(shown: Shown): void {
  const about = aboutOf(shown)
  if (about) askReportKind(about, shown.kind === 'patient')
}

const writeAction = (shown: Shown): MainAction => ({
  label: 'Write report',
  isFilled: true,
  shortcut: 'W',
  onClick: () => writeAbout(shown),
})

function Hits({ result, mayServe }: { result: LookupResult; mayServe: boolean }) {
  const alerts = alertsOf(result, communityToday())
  return alerts.length > 0 && <Alerts alerts={alerts} mayServe={mayServe} />
}

function Content({ shown }: { shown: Shown }) {
  switch (shown.kind) {
    case 'nothing':
      return (
        <PanelNote>
          <p>Nothing looked up yet.</p>
          <Button size="xs" variant="default" onClick={() => focusPanel('lookup')}>
            Open the lookup
          </Button>
        </PanelNote>
      )
    case 'loading':
      return <PanelLoading label={`Looking up ${shown.label}…`} lines={['60%', '75%', '40%']} blocks={[96]} />
    case 'failed':
      return (
        <PanelNote role="alert">
          <p>{shown.problem}</p>
          <Button size="xs" variant="default" onClick={() => openRecord(shown.wanted)}>
            Try again
          </Button>
        </PanelNote>
      )
    case 'patient':
      return <PatientView patient={shown.patient} />
    case 'offences':
      return <OffenceView offences={shown.offences} label={shown.label} />
    case 'lookup':
      return <Found shown={shown} />
  }
}

function Found({ shown: { result, label } }: { shown: Lookup }) {
  const subject = accessSubject(useSignedInUser())
  const { record, lookupId } = result
  switch (record?.kind) {
    case 'person':
      return <PersonView person={record} lookupId={lookupId} />
    case 'vehicle':
      return <VehicleView vehicle={record} lookupId={lookupId} />
    case 'weapon':
      return <WeaponView weapon={record} lookupId={lookupId} />
    case undefined:
      return (
        <PanelNote>
          <p>
            <strong className="mono">{label.toUpperCase()}</strong> is not registered.
          </p>
          {isAllowed(noteVehicle.access, subject) && (
            <Button size="xs" variant="default" rightSection={<Key>O</Key>} onClick={() => openAct({ kind: 'note-vehicle', plate: label })}>
              Add field record
            </Button>
          )}
        </PanelNote>
      )
  }
}

const KINDS = { person: 'character', vehicle: 'vehicle', weapon: 'weapon' } as const

function Header({ shown }: { shown: Shown }) {
  const own = useOwnUnit()
  const writes = useWrites()
  const draftsWarrants = useDraftsWarrants()
  const hasBolos = useIsOn(bolosSwitch)
  if (shown.kind === 'nothing') return null
  if (shown.kind === 'offences') return <PanelHeader title="Penal code" count={shown.offences.length} />
  if (shown.kind === 'patient')
    return (
      <PanelHeader
        title={<span className="truncated">{shown.label}</span>}
        count={`as of ${timeSince(shown.at)}`}
        actions={[!shown.patient.deceased && { label: 'Declare dead', onClick: () => openAct({ kind: 'dead', patient: shown.patient }) }]}
        main={writes && writeAction(shown)}
      />
    )
  if (shown.kind !== 'lookup') return <PanelHeader title={<span className="truncated">{shown.label}</span>} />
  const { record } = shown.result
  const canGoOnCall = record?.kind === 'person' || record?.kind === 'vehicle'
  const callId = own?.callId ?? null
  const mayWrite = writes && aboutOf(shown) !== undefined
  const bolo = hasBolos && record?.kind !== 'weapon' && { label: 'BOLO', shortcut: 'B', onClick: () => boloFor(shown) }
  return (
    <PanelHeader
      title={
        <>
          <Text span inherit truncate ff={record?.kind === 'person' ? undefined : 'monospace'}>
            {shown.label}
          </Text>
          {record && 'isNoted' in record && record.isNoted && <Chip tone="neutral">Noted</Chip>}
          {record?.kind === 'person' && !record.hasAccount && !record.isNoted && <Chip tone="neutral">No account</Chip>}
        </>
      }
      count={record ? `${KINDS[record.kind]}, as of ${timeSince(shown.at)}` : undefined}
      actions={[
        canGoOnCall && callId !== null && { label: `To call ${callId}`, shortcut: 'A', onClick: () => void putShownOnCall() },
        mayWrite && bolo,
        draftsWarrants && aboutOf(shown) && { label: 'Warrant', shortcut: 'R', onClick: () => draftWarrant(shown) },
        {
          label: 'Look up again',
          icon: <IconRefresh size={14} stroke={1.75} aria-hidden />,
          isIcon: true,
          title: 'Look it up again, as it is now',
          onClick: () => openRecord(shown.wanted),
        },
      ]}
      main={mayWrite ? writeAction(shown) : bolo}
    />
  )
}

function boloFor({ result: { record }, label }: Lookup): void {
  if (record === null) openNewBolo({ kind: 'vehicle', plate: label.toUpperCase() })
  else if (record.kind === 'person') openNewBolo(personBolo(record))
  else if (record.kind === 'vehicle') openNewBolo(vehicleBolo(record))
}

/** The offences that a search of the penal code found. */
export function OffenceView({ offences, label }: { offences: readonly Offence[]; label: string }) {
  if (offences.length === 0) return <PanelNote>Nothing in the penal code matches “{label}”.</PanelNote>
  return (
    <Stack as="ul" gap={0} aria-label="Offences">
      {offences.map((offence) => (
        <li key={offence.offenceId} className={classes.offence}>
          <Row gap="2px 10px" align="baseline">
            <strong className="mono">{offence.code}</strong>
            <Text span inherit fw={600}>
              {offence.title}
            </Text>
            <OffenceTypeBadge type={offence.type} />
          </Row>
          <Text component="p" inherit c="dimmed" my={2}>
            {imposedWords(offence).replace(/^./u, (letter) => letter.toUpperCase())} · {offence.points}{' '}
            {offence.points === 1 ? 'point' : 'points'} · {offence.category}
          </Text>
          {offence.description && <Prose>{offence.description}</Prose>}
        </li>
      ))}
    </Stack>
  )
}
