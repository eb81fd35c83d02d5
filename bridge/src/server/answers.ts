import type { BridgeEvent, PlateHits } from '@tenfour/contract'
import type { Notice } from '../net.ts'
import type { EventAnswer } from './events.ts'

const STATUS_WORDS = ['', '', 'out of service', 'in service', 'busy', 'en route', 'on scene', 'subject in custody']

/** The notice shown to a player for the portal's answer. */
export function noticeOf({ kind }: Pick<BridgeEvent, 'kind'>, answer: EventAnswer): Notice | null {
  if (!answer.ok) return { title: 'Dispatch', text: answer.message, tone: 'error' }
  const { callId, unit, hits } = answer.result
  switch (kind) {
    case 'call-911':
    case 'call-311':
      return { title: 'Dispatch', text: 'Your call was received. Stay where you are if it is safe.', tone: 'info' }
    case 'panic':
      return { title: 'Panic button', text: `All units were alerted${callId ? `: call ${callId}` : ''}.`, tone: 'call' }
    case 'duty-on':
      return { title: 'On duty', text: unit ? `You are ${unit.identifier}.` : 'You are on duty.', tone: 'info' }
    case 'duty-off':
      return { title: 'Off duty', text: 'Your patrol has ended.', tone: 'info' }
    case 'status':
      return { title: unit?.identifier ?? 'Status', text: STATUS_WORDS[unit?.status ?? 0] || 'Off duty', tone: 'info' }
    case 'call-created':
    case 'call-attached':
      return callId ? { title: `Call ${callId}`, text: 'You are assigned to it.', tone: 'info' } : null
    case 'call-cleared':
      return { title: callId ? `Call ${callId}` : 'Call', text: 'Cleared.', tone: 'info' }
    case 'ping-answered':
    case 'fine-paid':
      return null
    case 'plate-read':
      return hits && isHit(hits) ? plateNotice(hits) : null
  }
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

function plateNotice({ plate, flags, bolos, model, colour, owner }: PlateHits): Notice {
  const words = bolos.length > 0 && !flags.includes('BOLO') ? ['BOLO', ...flags] : flags
  const tones = words.flatMap((word) => TONES.get(word) ?? [])
  const vehicle = [[colour, model].filter(Boolean).join(' '), owner === null ? '' : `owner ${owner}`].filter(Boolean).join(', ')
  const lines = [vehicle, ...bolos.map(({ reason, description }) => `BOLO: ${[reason, description].filter(Boolean).join('. ')}`)]
  return {
    title: `${plate}: ${words.join(', ')}`,
    text: lines.filter(Boolean).join('\n'),
    tone: tones.includes('call') ? 'call' : tones.length > 0 ? 'ping' : 'info',
  }
}
