import type { Ping, Tone } from '@tenfour/contract'
import { unitClassName } from '../../units/units.port.ts'
import { numberOf } from '../../calls/calls.port.ts'
import { alarmWords, type Alarm } from '../alarms/alarms.ts'

/** Most urgent first. */
const KINDS = ['panic', '911', 'welfare', 'tone', 'ping'] as const
export type AlertKind = (typeof KINDS)[number]
const KIND_LABELS: Readonly<Record<AlertKind, string>> = {
  panic: 'PANIC',
  '911': '911',
  welfare: 'STATUS CHECK',
  tone: 'TONE',
  ping: 'PING',
}

/** The kind of an alert in a word; for a 911 call the number that was called. */
export const labelOf = ({ kind, number }: Pick<AlertWords, 'kind' | 'number'>): string => number ?? KIND_LABELS[kind]

/** The words of an alert, in the strip, in the list of all alerts and among the earlier ones. */
export type AlertWords = {
  /** The same for as long as the alert is shown. */
  readonly id: string
  readonly kind: AlertKind
  /** The emergency number that was called, of a 911 call. */
  readonly number?: string | undefined
  readonly headline: string
  readonly details: string
  readonly callId: number | null
}
export type Alert = AlertWords & {
  /** Since when it is waiting, or until when an answer is awaited. */
  readonly since: string | null
  readonly deadline: string | null
  /** Where its call is on the map. */
  readonly onMap: { readonly callId: number; readonly x: number; readonly y: number } | null
  /** The label of the button that takes it off the screen. */
  readonly answerLabel: string
  readonly isAnswering: boolean
  readonly answer: () => void
}

export const byUrgency = <T extends Pick<AlertWords, 'kind'>>(alerts: readonly T[]): readonly T[] =>
  alerts.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))

export function wordsOfAlarm(alarm: Alarm, known: Parameters<typeof alarmWords>[1]): AlertWords {
  const { callId } = alarm.call
  const { headline, details } = alarmWords(alarm, known)
  const number = alarm.kind === '911' ? numberOf(alarm.call) : undefined
  return { id: `call:${callId}`, kind: alarm.kind, number, headline, details: `Call ${callId} · ${details}`, callId }
}

export function wordsOfPing({ pingId, kind, from, message }: Ping): AlertWords {
  const shared = { id: `ping:${pingId}`, callId: null }
  if (kind === 'welfare')
    return { ...shared, kind, headline: 'Are you still there?', details: 'Nothing has been heard from your unit for a long time.' }
  const sender = from ? [from.identifier, from.name].filter(Boolean).join(' ') : 'dispatch'
  return { ...shared, kind, headline: message || 'Show that you are there', details: `from ${sender}` }
}

export const idOfTone = ({ toneId }: Pick<Tone, 'toneId'>): string => `tone:${toneId}`

export function wordsOfTone(tone: Tone): AlertWords {
  const { classes, message, callId, by } = tone
  const heard = classes.map(unitClassName).join(', ')
  return {
    id: idOfTone(tone),
    kind: 'tone',
    headline: message || heard,
    details: [message && `for ${heard}`, callId !== null && `call ${callId}`, `from ${by.name}`].filter(Boolean).join(' · '),
    callId,
  }
}

/** '2 more alerts', for those that the strip has no room for. */
export const moreWords = (count: number): string => `${count} more ${count === 1 ? 'alert' : 'alerts'}`
