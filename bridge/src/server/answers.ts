import type { BridgeEvent, PlateHits } from '@tenfour/contract'
import type { Notice } from '../net.ts'
import type { TextKey, Texts } from '../texts.ts'
import type { EventAnswer } from './events.ts'

/** The notice shown to a player for the portal's answer. */
export function noticeOf({ kind }: Pick<BridgeEvent, 'kind'>, answer: EventAnswer, texts: Texts): Notice | null {
  if (!answer.ok) return { title: texts('dispatch'), text: answer.message, tone: 'error' }
  const { callId, unit, hits } = answer.result
  switch (kind) {
    case 'call-911':
    case 'call-311':
      return { title: texts('dispatch'), text: texts('call.received'), tone: 'info' }
    case 'panic':
      return {
        title: texts('panic.title'),
        text: callId ? texts('panic.alertedCall', { call: callId }) : texts('panic.alerted'),
        tone: 'call',
      }
    case 'duty-on':
      return {
        title: texts('duty.on'),
        text: unit ? texts('duty.youAre', { unit: unit.identifier }) : texts('duty.youAreOn'),
        tone: 'info',
      }
    case 'duty-off':
      return { title: texts('duty.off'), text: texts('duty.ended'), tone: 'info' }
    case 'status':
      return { title: unit?.identifier ?? texts('status.title'), text: texts(STATUS_KEYS[unit?.status ?? 0] ?? 'status.1'), tone: 'info' }
    case 'call-created':
    case 'call-attached':
      return callId ? { title: texts('call.title', { call: callId }), text: texts('call.assigned'), tone: 'info' } : null
    case 'call-cleared':
      return {
        title: callId ? texts('call.title', { call: callId }) : texts('call.someCleared'),
        text: texts('call.cleared'),
        tone: 'info',
      }
    case 'call-taken':
    case 'traffic-stop':
    case 'ping-answered':
    case 'fine-paid':
      return null
    case 'plate-read':
      return hits && isHit(hits) ? plateNotice(hits, texts) : null
  }
}

const STATUS_KEYS: Readonly<Record<number, TextKey>> = {
  2: 'status.2',
  3: 'status.3',
  4: 'status.4',
  5: 'status.5',
  6: 'status.6',
  7: 'status.7',
}

export const isHit = ({ flags, bolos }: PlateHits): boolean => flags.length > 0 || bolos.length > 0

/** Notices that make the louder sound, because they can't wait. Notices with other flags are silent. */
const TONES: ReadonlyMap<string, Notice['tone']> = new Map([
  ['Warrant', 'call'],
  ['Stolen', 'call'],
  ['BOLO', 'call'],
  ['Caution', 'ping'],
  ['Licence revoked', 'ping'],
  ['Licence suspended', 'ping'],
])

export function plateNotice({ plate, isRegistered, flags, bolos, model, colour, owner }: PlateHits, texts: Texts): Notice {
  const words = bolos.length > 0 && !flags.includes('BOLO') ? ['BOLO', ...flags] : flags
  const tones = words.flatMap((word) => TONES.get(word) ?? [])
  const vehicle = [[colour, model].filter(Boolean).join(' '), owner === null ? '' : texts('plate.owner', { name: owner })]
  const lines = [
    vehicle.filter(Boolean).join(', '),
    ...bolos.map(({ reason, description }) => texts('plate.bolo', { reason: [reason, description].filter(Boolean).join('. ') })),
  ]
  const nothing = isRegistered ? 'plate.nothing' : 'plate.unregistered'
  return {
    title: texts('plate.title', { plate, flags: words.join(', ') || texts(nothing) }),
    text: lines.filter(Boolean).join('\n'),
    tone: tones.includes('call') ? 'call' : tones.length > 0 ? 'ping' : 'info',
  }
}
