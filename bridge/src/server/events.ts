import { BridgeEvent, EVENT_PAYLOADS, type EventKind, type EventResult } from '@tenfour/contract'
import { randomUUID } from 'node:crypto'
import { problems } from '../config.ts'
import { createDelivery, type Outcome } from './delivery.ts'
import { openOutbox, type Durability } from './outbox.ts'
import { identifiersOf } from './players.ts'
import type { Portal } from './portal.ts'

export type EventAnswer = { ok: true; result: EventResult } | { ok: false; message: string }
/** `isOnDisk` is false if the disk refused the event, which is then only in memory. */
export type PutResult = { readonly id: string; readonly isOnDisk: boolean }

type Options = {
  readonly path: string
  readonly portal: Pick<Portal, 'ask' | 'isConnected'>
  readonly onAnswer: (event: BridgeEvent, answer: EventAnswer) => void
  readonly print: (line: string) => void
}

/** Calls for help are synced before the player is answered. Calls to take, traffic stops and plates are soon worthless, so they stay in memory. */
const DURABILITY: Readonly<Record<EventKind, Durability>> = {
  'call-911': 'synced',
  'call-311': 'synced',
  'call-created': 'synced',
  panic: 'synced',
  'duty-on': 'written',
  'duty-off': 'written',
  status: 'written',
  'call-attached': 'written',
  'call-cleared': 'written',
  'ping-answered': 'written',
  'fine-paid': 'synced',
  'call-taken': 'memory',
  'traffic-stop': 'memory',
  'plate-read': 'memory',
}
const GIVEN_UP = "The portal could not process this. The server's administrators can see the reason in the console."

/** Events of the game that must reach the portal exactly once, across outages and restarts. */
export function createEvents({ path, portal, onAnswer, print }: Options) {
  const outbox = openOutbox({
    path,
    parse: (item) => BridgeEvent.parse(item),
    durabilityOf: ({ kind }) => DURABILITY[kind],
    complain: print,
  })
  const send = async (_id: string, event: BridgeEvent): Promise<Outcome> => {
    const waitedSeconds = Math.max(0, (Date.now() - Date.parse(event.at)) / 1000)
    const answer = await portal.ask('event', { ...event, waitedSeconds })
    if (!answer) return 'again'
    if (answer.ok) onAnswer(event, { ok: true, result: answer.result })
    else if (answer.isFinal) onAnswer(event, { ok: false, message: answer.message })
    else return answer.code === 'internal' ? 'failed' : 'again'
    return 'done'
  }
  const delivery = createDelivery({
    outbox,
    send,
    isConnected: portal.isConnected,
    onGivenUp: (event) => {
      print(`The portal keeps failing on a ${event.kind} of ${event.at}, and on nothing else. It was moved to ${path}.aside`)
      onAnswer(event, { ok: false, message: GIVEN_UP })
    },
  })

  return {
    /** Throws a readable error if the payload is invalid. */
    put: (kind: EventKind, source: string | null, payload: unknown): PutResult => {
      const parsed = EVENT_PAYLOADS[kind].safeParse(payload)
      if (!parsed.success) throw new Error(`${kind}: ${problems(parsed.error)}`)
      const player = source === null ? null : { name: GetPlayerName(source) ?? 'Unknown', identifiers: identifiersOf(source) }
      const event = BridgeEvent.parse({ id: randomUUID(), at: new Date().toISOString(), kind, player, payload: parsed.data })
      const isOnDisk = outbox.put(event.id, event)
      delivery.run()
      return { id: event.id, isOnDisk }
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
