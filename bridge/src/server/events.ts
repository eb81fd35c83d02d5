import { BridgeEvent, EVENT_PAYLOADS, type EventKind, type EventResult } from '@tenfour/contract'
import { randomUUID } from 'node:crypto'
import { problems } from '../config.ts'
import { createDelivery, type Outcome } from './delivery.ts'
import { openOutbox, type Keeping } from './outbox.ts'
import { identifiersOf } from './players.ts'
import type { Portal } from './portal.ts'

export type EventAnswer = { ok: true; result: EventResult } | { ok: false; message: string }
/** As it should be, or waiting in memory alone because the disk would not take it. */
export type Kept = { readonly id: string; readonly isOnDisk: boolean }

type Options = {
  readonly path: string
  readonly portal: Pick<Portal, 'ask' | 'isConnected'>
  readonly onAnswer: (event: BridgeEvent, answer: EventAnswer) => void
  readonly print: (line: string) => void
}

/** A call for help is on disk before anybody is told that it was taken. What plate readers see by the dozen is worth something now or never. */
const KEEPING: Readonly<Record<EventKind, Keeping>> = {
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
  'plate-read': 'memory',
}
const GIVEN_UP = 'The portal could not make anything of it. The people who run the server can see it in their console.'

/** What happens in the game and must reach the portal once, whatever is down in between. */
export function createEvents({ path, portal, onAnswer, print }: Options) {
  const outbox = openOutbox({ path, parse: (item) => BridgeEvent.parse(item), keepingOf: ({ kind }) => KEEPING[kind], complain: print })
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
      print(`The portal fails over a ${event.kind} of ${event.at}, and over nothing else. It is set aside in ${path}.aside`)
      onAnswer(event, { ok: false, message: GIVEN_UP })
    },
  })

  return {
    /** What can't be what it says is thrown, in words. */
    put: (kind: EventKind, source: string | null, payload: unknown): Kept => {
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
