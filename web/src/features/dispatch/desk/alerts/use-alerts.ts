import { answerPing, type Ping } from '@tenfour/contract'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { isPlaced } from '../../../../map/distance.ts'
import { boardStore, type BoardState } from '../../board/board.port.ts'
import { useCallTypesById } from '../../cad-values/cad-values.port.ts'
import type { Alarm } from '../alarms/alarms.ts'
import { alertHistoryOf } from './alert-history.ts'
import { byUrgency, wordsOfAlarm, wordsOfPing, wordsOfTone, type Alert } from './alerts.ts'
import { useOwnTones } from './use-own-tones.ts'

const NO_UNITS: BoardState['units'] = new Map()

type Given = {
  readonly alarms: readonly Alarm[]
  readonly acknowledge: (alarms: readonly Alarm[]) => void
  readonly pings: readonly Ping[]
  /** While the user is at the strip, nothing leaves it on its own. */
  readonly isHeld: boolean
  readonly hasMap: boolean
}

/** All alerts of the user, most urgent first. */
export function useAlerts({ alarms, acknowledge, pings, isHeld, hasMap }: Given): readonly Alert[] {
  const { userId } = useSignedInUser()
  const { subscribe, get } = boardStore()
  const units = useSyncExternalStore(subscribe, () => (alarms.length > 0 ? get().units : NO_UNITS))
  // Without a duty there are no alarms, and the types are not for everyone.
  const types = useCallTypesById({ enabled: alarms.length > 0 })
  const { add: remember } = alertHistoryOf(userId)
  const tones = useOwnTones({ isHeld, onFaded: (tone) => remember(wordsOfTone(tone), 'faded') })
  const { answering, answer } = useAnswer()

  const fromAlarms = useMemo(() => alarms.map((alarm) => ({ alarm, words: wordsOfAlarm(alarm, { units, types }) })), [alarms, units, types])
  return byUrgency<Alert>([
    ...fromAlarms.map(({ alarm, words }) => ({
      ...words,
      since: alarm.call.createdAt,
      deadline: null,
      onMap: hasMap && isPlaced(alarm.call) ? alarm.call : null,
      answerLabel: 'Acknowledge',
      isAnswering: false,
      answer: () => {
        remember(words, 'acknowledged')
        acknowledge([alarm])
      },
    })),
    ...pings.map((ping) => ({
      ...wordsOfPing(ping),
      since: null,
      deadline: ping.deadline,
      onMap: null,
      answerLabel: ping.kind === 'welfare' ? 'I am here' : 'Acknowledge',
      isAnswering: answering.has(ping.pingId),
      answer: () => void answer(ping, () => remember(wordsOfPing(ping), 'answered')),
    })),
    ...tones.map((tone) => ({
      ...wordsOfTone(tone),
      since: null,
      deadline: null,
      onMap: null,
      answerLabel: 'Dismiss',
      isAnswering: false,
      answer: () => remember(wordsOfTone(tone), 'dismissed'),
    })),
  ])
}

/** Sends the answer; the resulting event removes the ping, here and in the user's other tabs. */
function useAnswer() {
  const [answering, setAnswering] = useState<ReadonlySet<number>>(new Set())
  const answer = async ({ pingId }: Ping, onAnswered: () => void): Promise<void> => {
    if (answering.has(pingId)) return
    setAnswering((before) => new Set([...before, pingId]))
    try {
      await call(answerPing, { params: { pingId } })
      onAnswered()
    } catch (error) {
      reportError(error)
    } finally {
      setAnswering((before) => new Set([...before].filter((each) => each !== pingId)))
    }
  }
  return { answering, answer }
}
