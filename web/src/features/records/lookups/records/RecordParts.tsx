import {
  accessSubject,
  addLicencePoints,
  isAllowed,
  reinstateLicence,
  type Licence,
  type LicenceStatus,
  type RecordEvent,
  getCharacterPicture,
} from '@tenfour/contract'
import { ActionIcon, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { dateTime, dateOnly } from '../../../../platform/format/dates.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { Dropdown, MenuItem } from '../../../../ui/Dropdown.tsx'
import { useLicenceTypes } from '../../../dispatch/cad-values/cad-values.port.ts'
import { licenceSlots } from '../../licences/licence.labels.port.ts'
import { openAct, type FieldsAct as Act } from '../acts/acts.ts'
import { useRecordHost } from '../record-host.ts'
import { statusWords } from '../alerts/alerts.ts'
import { Chip } from './Flags.tsx'
import { PanelCell, PanelCells, PanelFact } from '../../../../panels/PanelParts.tsx'
import { callForFile } from '../../../../platform/api/client.ts'
import { initials } from '../../../../platform/format/text.ts'
import { usePictureAddress } from '../../../people/pictures/pictures.port.ts'
import { filledBy, useFields } from '../../fields/fields.port.ts'
import { TextButton } from '../../../../ui/TextButton.tsx'
import classes from '../Records.module.css'

const TONES: Readonly<Record<LicenceStatus, 'success' | 'warning' | 'danger' | 'neutral'>> = {
  applied: 'neutral',
  refused: 'neutral',
  valid: 'success',
  expired: 'warning',
  suspended: 'warning',
  revoked: 'danger',
}
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type LicencesProps = { licences: readonly Licence[]; holder: string; lookupId: number; hasAll?: boolean }

/** Each type with its status in words; of one's own character, those that are missing too. */
export function Licences({ licences, holder, lookupId, hasAll = false }: LicencesProps) {
  const types = useLicenceTypes(hasAll)
  const shown = licenceSlots(licences, hasAll ? types : [])
  return (
    <PanelCells>
      {shown.map(({ typeId, name, licence }) => (
        <PanelCell key={typeId}>
          <span className={classes.cellName}>
            {name} {licence?.number && <span className="mono faint">{licence.number}</span>}
          </span>
          {licence && licence.points > 0 && (
            <Text span size="xs" c="dimmed">
              {licence.points} {licence.points === 1 ? 'point' : 'points'}
            </Text>
          )}
          {licence ? <Chip tone={TONES[licence.status]}>{capitalised(statusWords(licence))}</Chip> : <span className="faint">none</span>}
          {licence && <LicenceMenu licence={licence} holder={holder} lookupId={lookupId} />}
        </PanelCell>
      ))}
      {shown.length === 0 && <PanelCell>No licences</PanelCell>}
    </PanelCells>
  )
}

/** For those who may act on licences; others do not see it. */
function LicenceMenu({ licence, holder, lookupId }: { licence: Licence; holder: string; lookupId: number }) {
  const subject = accessSubject(useSignedInUser())
  const { hasActs } = useRecordHost()
  if (!hasActs || !isAllowed(addLicencePoints.access, subject)) return null
  const { status, typeName } = licence
  const isActive = status === 'valid' || status === 'expired'
  const canReinstate = (status === 'suspended' || status === 'revoked') && isAllowed(reinstateLicence.access, subject)
  if (!isActive && !canReinstate) return null
  const label = `${typeName}: actions`
  const item = (kind: 'suspend' | 'revoke' | 'reinstate' | 'points', words: string, close: () => void) => (
    <MenuItem
      onClick={() => {
        close()
        openAct({ kind, licence, holder, lookupId })
      }}
    >
      {words}
    </MenuItem>
  )
  return (
    <Dropdown
      kind="menu"
      label={label}
      align="end"
      renderButton={(button) => (
        <ActionIcon {...button} variant="subtle" color="gray" size={24} aria-label={label} title={label}>
          <IconDots size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
      )}
      renderContent={(close) => (
        <>
          {isActive && item('suspend', 'Suspend…', close)}
          {(isActive || status === 'suspended') && item('revoke', 'Revoke…', close)}
          {canReinstate && item('reinstate', 'Reinstate…', close)}
          {item('points', 'Give points…', close)}
        </>
      )}
    />
  )
}

/** The events of a record, newest first. */
export function Events({ events }: { events: readonly RecordEvent[] }) {
  if (events.length === 0) return <p className={classes.none}>Nothing on record.</p>
  return (
    <ul className={classes.events}>
      {events.map((event) => (
        <EventLine key={event.eventId} event={event} />
      ))}
    </ul>
  )
}

export const EventLine = ({ event: { title, text, reason, by, at } }: { event: RecordEvent }) => (
  <li className={classes.event}>
    <span className={classes.eventDate} title={dateTime(at)}>
      {dateOnly(at)}
    </span>
    <span className={classes.eventText}>
      <strong>{title}</strong> {[text, reason].filter(Boolean).join(' · ')}
    </span>
    <span className={classes.eventBy} title={by?.name}>
      {by ? by.identifier || by.name : ''}
    </span>
  </li>
)

type PhotoProps = { characterId: number; name: string; digest: string | null }

/** The photo where there is one; the initials until it is here. */
export function Photo({ characterId, name, digest }: PhotoProps) {
  const address = usePictureAddress(['character-picture', characterId, 'full'], digest, (signal) =>
    callForFile(getCharacterPicture, {
      params: { characterId, size: 'full' },
      query: { digest: digest ?? undefined },
      quiet: true,
      signal,
    }),
  )
  if (address !== undefined) return <img className={classes.photo} src={address} alt={name} />
  return (
    <span className={classes.photo} aria-hidden>
      {initials(name)}
    </span>
  )
}

/** For fields of the record that units fill in; nothing where the community has none. */
export function FieldsAct(props: Omit<Act, 'kind'>) {
  const { fields } = useFields()
  const { hasActs } = useRecordHost()
  if (!hasActs || filledBy(fields ?? [], props.of, props.filler).length === 0) return null
  return (
    <PanelFact name="Fields">
      <TextButton ml={-4} onClick={() => openAct({ kind: 'fields', ...props })}>
        Fill in
      </TextButton>
    </PanelFact>
  )
}
