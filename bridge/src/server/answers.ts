import type { BridgeEvent } from '@tenfour/contract'
import type { Notice } from '../net.ts'
import type { EventAnswer } from './events.ts'

const STATUS_WORDS = ['', '', 'out of service', 'in service', 'busy', 'en route', 'on scene', 'subject in custody']

/** The notice shown to a player for the portal's answer. */
export function noticeOf({ kind }: Pick<BridgeEvent, 'kind'>, answer: EventAnswer): Notice | null {
  if (!answer.ok) return { title: 'Dispatch', text: answer.message, tone: 'error' }
  const { callId, unit } = answer.result
  switch (kind) {
    case 'call-911':
    case 'call-311':
      return { title: 'Dispatch', text: 'Your call was received. Stay where you are if it is safe.', tone: 'info' }
    case 'panic':
      return { title: 'Panic button', text: `Everyone has been told${callId ? `: call ${callId}` : ''}.`, tone: 'call' }
    case 'duty-on':
      return { title: 'On duty', text: unit ? `You are ${unit.identifier}.` : 'You are on duty.', tone: 'info' }
    case 'duty-off':
      return { title: 'Off duty', text: 'Your patrol has ended.', tone: 'info' }
    case 'status':
      return { title: unit?.identifier ?? 'Status', text: STATUS_WORDS[unit?.status ?? 0] || 'Off duty', tone: 'info' }
    case 'call-created':
    case 'call-attached':
      return callId ? { title: `Call ${callId}`, text: 'You are on it.', tone: 'info' } : null
    case 'call-cleared':
      return { title: callId ? `Call ${callId}` : 'Call', text: 'Cleared.', tone: 'info' }
    case 'ping-answered':
    case 'plate-read':
      return null
  }
}
