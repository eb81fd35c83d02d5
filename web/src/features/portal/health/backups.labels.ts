import type { Backup, BackupAlarm, BackupOverview, BackupProgress, RestoreOverview, WithdrawnKind } from '@tenfour/contract'

export const ALARMS: Readonly<Record<BackupAlarm, { readonly title: string; readonly advice: string }>> = {
  failed: {
    title: 'The last backup failed',
    advice: 'Its reason is in the list. Scheduled backups are tried again after an hour; try it yourself once the reason is gone.',
  },
  missing: {
    title: 'There was no backup for more than a day',
    advice: 'The portal was not running at its hour, or could not begin. Back up now, and look at the list.',
  },
  unproved: {
    title: 'The newest backup could not be restored',
    advice: 'Older backups are kept. Back up now: the new backup is proved at once. Its reason is in the list.',
  },
}

export const REASONS: Readonly<Record<Backup['reason'], string>> = {
  schedule: 'scheduled',
  request: 'asked for',
  upgrade: 'before an upgrade',
}

const STEPS: Readonly<Record<BackupProgress['step'], string>> = {
  reading: 'Backing up',
  checking: 'Reading the file back',
  sending: 'Sending it to the bucket',
  fetching: 'Fetching it from the bucket',
  proving: 'Restoring it for the proof',
}

/** 'Backing up: patrols, 61 %' */
export const progressWords = ({ step, share, table }: BackupProgress): string =>
  `${STEPS[step]}${table ? `: ${table.replaceAll('_', ' ')}` : ''}, ${Math.floor(share * 100)} %`

/** 'every day at 05:00, 14 kept, also in the bucket ours' */
export function planWords({ isOn, isReady, hour, kept, bucket }: BackupOverview): string {
  if (!isReady) return 'not set up'
  if (!isOn) return 'only when somebody asks'
  return `every day at ${String(hour).padStart(2, '0')}:00, ${kept} kept${bucket === null ? '' : `, also in the bucket ${bucket}`}`
}

/** Words for a loss after the backup that the restore repeated. */
export const WITHDRAWN: Readonly<Record<WithdrawnKind, string>> = {
  disabled: 'disabled again',
  deleted: 'deleted again',
  barred: 'may not return again',
  roles: 'lost roles again',
  permissions: 'lost permissions again',
  departments: 'left departments again',
  rank: 'has the lower rank again',
  whitelist: 'off a whitelist again',
  key: 'key revoked again',
}

export const HELD_WORDS = {
  mails: { send: 'Send mails', drop: 'Drop mails' },
  penalties: { send: 'Deliver penalties', drop: 'Drop penalties' },
} as const

/** '3 mails were waiting to be sent in the backup. They may have been sent since.' */
export const heldWords = (what: keyof RestoreOverview['held'], count: number): string => {
  const number = count.toLocaleString('en')
  return what === 'mails'
    ? `${number} ${count === 1 ? 'mail was' : 'mails were'} waiting in the backup, and may have been sent since`
    : `${number} ${count === 1 ? 'message' : 'messages'} about fines and jail terms were on the way to game servers in the backup, and may have arrived since`
}
