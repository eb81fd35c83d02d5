import type { Bolo, Licence, LookupResult, ShownFlag, Unapproved, WarrantAlert, WarrantType } from '@tenfour/contract'
import { communityDate } from '../../../../platform/calendar/calendar.ts'
import { dateOnly, dateTime, timeSince } from '../../../../platform/format/dates.ts'
import { money } from '../../../../platform/format/text.ts'
import { type Sound, durationOf, RECIPES } from '../../../../platform/sounds/recipes.ts'

export type AlertTone = 'danger' | 'warning' | 'info'
export type RecordAlert = {
  readonly tone: AlertTone
  readonly title: string
  readonly text: string
  readonly sound?: Sound
  /** The active warrant that the alert is about, which can be opened and served. */
  readonly warrant?: WarrantAlert
}

type Found = NonNullable<LookupResult['record']>

/** The alerts that an officer must not miss, weightiest first. They are derived from the record, so that they follow its changes. */
export function alertsOf({ record, bolos }: LookupResult, today: string): readonly RecordAlert[] {
  const wanted = bolos.map(boloAlert)
  switch (record?.kind) {
    case undefined:
      return wanted
    case 'person': {
      const { deceased } = record
      return [
        ...record.warrants.map((warrant) => warrantAlert(warrant)),
        ...wanted,
        ...flagAlerts(record.recordFlags, ''),
        ...licenceAlerts(record.licences, 'person', ''),
        ...(record.jail
          ? [{ tone: 'info', title: `In jail until ${timeSince(record.jail.until)}`, text: record.jail.number } as const]
          : []),
        ...(deceased ? [{ tone: 'info', title: `Deceased ${dateOnly(deceased.at)}`, text: deceased.cause } as const] : []),
      ]
    }
    case 'vehicle': {
      const { stolen, impound, owner } = record
      return [
        ...record.warrants.map((warrant) => warrantAlert(warrant)),
        ...ownersWarrants(owner),
        ...(stolen
          ? [{ tone: 'danger', title: 'Reported stolen', text: `${dateTime(stolen.at)} · ${stolen.note}`, sound: 'stolenVehicle' } as const]
          : []),
        ...wanted,
        ...flagAlerts(record.recordFlags, ''),
        ...flagAlerts(owner?.recordFlags ?? [], 'Owner: '),
        ...licenceAlerts(owner?.licences ?? [], 'vehicle', 'Owner’s '),
        ...paperAlerts(record, today),
        ...(impound
          ? [{ tone: 'info', title: 'Impounded', text: [impound.place, impound.reason].filter(Boolean).join(' · ') } as const]
          : []),
        ...(owner?.flags.includes('Deceased') ? [{ tone: 'info', title: 'The owner is deceased', text: '' } as const] : []),
      ]
    }
    case 'weapon':
      return [
        ...ownersWarrants(record.owner),
        ...wanted,
        ...flagAlerts(record.recordFlags, ''),
        ...flagAlerts(record.owner.recordFlags, 'Owner: '),
        ...licenceAlerts(record.owner.licences, 'weapon', 'Owner’s '),
        ...approvalAlerts(record.unapproved),
        ...(record.owner.flags.includes('Deceased') ? [{ tone: 'info', title: 'The owner is deceased', text: '' } as const] : []),
      ]
  }
}

const WARRANT_WORDS: Readonly<Record<WarrantType, string>> = {
  arrest: 'arrest warrant',
  search: 'search warrant',
  bench: 'bench warrant',
}

function warrantAlert(warrant: WarrantAlert, isOwners = false): RecordAlert {
  const { type, number, about, signedAt, signedBy, bail, isConfidential } = warrant
  return {
    tone: 'danger',
    title: `${isOwners ? 'Owner: active' : 'Active'} ${WARRANT_WORDS[type]} ${number}`,
    text: [
      about,
      `signed ${dateOnly(signedAt)} by ${signedBy}`,
      bail === null ? '' : `bail ${money(bail)}`,
      isConfidential ? 'confidential' : '',
    ]
      .filter(Boolean)
      .join(' · '),
    sound: 'activeWarrants',
    warrant,
  }
}

const ownersWarrants = (owner: { readonly warrants: readonly WarrantAlert[] } | null): readonly RecordAlert[] =>
  (owner?.warrants ?? []).map((warrant) => warrantAlert(warrant, true))

const boloAlert = ({ reason, by, callId, description }: Bolo): RecordAlert => ({
  tone: 'danger',
  title: 'BOLO',
  text: [reason, description, by.identifier || by.name, callId === null ? '' : `call ${callId}`].filter(Boolean).join(' · '),
  sound: 'tone',
})

const SEVERITY_TONES = { high: 'danger', medium: 'warning', low: 'info' } as const
type AnyFlag = ShownFlag & { readonly text?: string }

/** The flags that warn, one alert for each name. The text is for officers who look up the record itself. */
function flagAlerts(flags: readonly AnyFlag[], whose: string): readonly RecordAlert[] {
  const byName = Map.groupBy(
    flags.filter(({ warns }) => warns),
    ({ name }) => name,
  )
  return [...byName.values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const text = same.flatMap((flag) => flag.text || []).join(' · ')
    return [{ tone: SEVERITY_TONES[first.severity], title: `${whose}${first.name}`, text, sound: 'tone' } as const]
  })
}

/** 'Driver's licence' within a sentence; a name that begins with two capitals is an abbreviation. */
const lowerFirst = (name: string): string => (/^\p{Lu}\p{Lu}/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1))

const WEIGHT = ['revoked', 'suspended', 'expired'] as const

function licenceAlerts(licences: readonly Licence[], kind: Found['kind'], whose: string): readonly RecordAlert[] {
  // A revoked carry permit says nothing about a car.
  const relevant = licences.filter(({ concerns }) => kind === 'person' || concerns === kind)
  return WEIGHT.flatMap((status) =>
    relevant
      .filter((licence) => licence.status === status)
      .map((licence) => ({
        tone: status === 'revoked' ? ('danger' as const) : ('warning' as const),
        title: `${whose}${whose ? lowerFirst(licence.typeName) : licence.typeName} ${statusWords(licence)}`,
        text: [licence.meaning, status === 'expired' ? '' : licence.reason].filter(Boolean).join(' · '),
        sound: ({ revoked: 'revokedLicense', suspended: 'suspendedLicense', expired: 'expiredLicense' } as const)[status],
      })),
  )
}

/** 'suspended until 2 Jan 2027', 'expired 3 Mar 2026', 'revoked'. */
export function statusWords({ status, suspendedUntil, expiresOn }: Licence): string {
  if (status === 'suspended' && suspendedUntil) return `suspended until ${communityDate(suspendedUntil)}`
  if (status === 'expired' && expiresOn) return `expired ${dateOnly(expiresOn)}`
  if (status === 'valid' && expiresOn) return `valid until ${dateOnly(expiresOn)}`
  return status === 'applied' ? 'applied for' : status
}

const approvalAlerts = (unapproved: Unapproved | null): readonly RecordAlert[] =>
  unapproved === null
    ? []
    : [{ tone: 'warning', title: unapproved.state === 'waiting' ? 'Waiting for approval' : 'Approval refused', text: unapproved.reason }]

type Papers = { readonly unapproved: Unapproved | null; readonly registeredUntil: string | null; readonly insuredUntil: string | null }

function paperAlerts({ unapproved, registeredUntil, insuredUntil }: Papers, today: string): readonly RecordAlert[] {
  const alerts: RecordAlert[] = [...approvalAlerts(unapproved)]
  if (registeredUntil === null) alerts.push({ tone: 'warning', title: 'Not registered', text: '' })
  else if (registeredUntil < today) alerts.push({ tone: 'warning', title: `Registration expired ${dateOnly(registeredUntil)}`, text: '' })
  if (insuredUntil === null) alerts.push({ tone: 'warning', title: 'Not insured', text: '' })
  else if (insuredUntil < today) alerts.push({ tone: 'warning', title: `Insurance expired ${dateOnly(insuredUntil)}`, text: '' })
  return alerts
}

/** Each once, weightiest first. */
export const soundsOf = (alerts: readonly RecordAlert[]): readonly Sound[] => [...new Set(alerts.flatMap(({ sound }) => sound ?? []))]

const PAUSE_MS = 150

/** Plays sounds one after the other. The sounds of another lookup stop the rest of the earlier sounds. */
export function createSoundsInTurn(play: (sound: Sound) => void) {
  let timers: ReturnType<typeof setTimeout>[] = []
  return (sounds: readonly Sound[]): void => {
    timers.forEach(clearTimeout)
    timers = []
    let at = 0
    for (const sound of sounds) {
      if (at === 0) play(sound)
      else timers.push(setTimeout(() => play(sound), at))
      at += durationOf(RECIPES[sound]) * 1000 + PAUSE_MS
    }
  }
}
