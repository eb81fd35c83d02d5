import { BridgeEvent, type EVENT_PAYLOADS, type EventKind, type EventResult } from '@tenfour/contract'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { createDelivery, type Outcome } from './delivery.ts'
import { openOutbox } from './outbox.ts'
import { identifiersOf } from './players.ts'
import type { Portal } from './portal.ts'

export type EventAnswer = { ok: true; result: EventResult } | { ok: false; message: string }

type Options = {
  readonly path: string
  readonly portal: Portal
  readonly onAnswer: (event: BridgeEvent, answer: EventAnswer) => void
}

/** What happens in the game and must reach the portal once, whatever is down in between. */
export function createEvents({ path, portal, onAnswer }: Options) {
  const outbox = openOutbox(path, (item) => BridgeEvent.parse(item))
  const send = async (_id: string, event: BridgeEvent): Promise<Outcome> => {
    const answer = await portal.ask('event', event)
    if (!answer) return 'again'
    if (answer.ok) onAnswer(event, { ok: true, result: answer.result })
    else if (answer.isFinal) onAnswer(event, { ok: false, message: answer.message })
    else return 'again'
    return 'done'
  }
  const delivery = createDelivery({ outbox, send, isConnected: portal.isConnected })

  return {
    /** On disk when this returns; answers the id of the event. */
    put: <K extends EventKind>(kind: K, source: string | null, payload: z.input<(typeof EVENT_PAYLOADS)[K]>): string => {
      const player = source === null ? null : { name: GetPlayerName(source) ?? 'Unknown', identifiers: identifiersOf(source) }
      const event: BridgeEvent = { id: randomUUID(), at: new Date().toISOString(), kind, player, payload }
      outbox.put(event.id, event)
      delivery.run()
      return event.id
    },
    deliver: delivery.run,
    queued: outbox.size,
    close: () => {
      delivery.stop()
      outbox.close()
    },
  }
}
export type Events = ReturnType<typeof createEvents>
