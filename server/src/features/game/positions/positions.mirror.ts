import { createPositionDecoder, type RosterEntry } from '@tenfour/contract'
import type { FeedState } from './positions.feed.ts'
import type { RosterChange } from './positions.group.ts'
import type { NodeMessage } from './positions.nodes.ts'

export type Mirror = ReturnType<typeof createMirror>
/** Messages for the viewers on this node. */
export type PassOn = { readonly roster?: RosterChange; readonly frame?: Uint8Array; readonly isMissed?: true }

/** Copy of a group's state from another node, so that viewers can join here. */
export function createMirror() {
  const roster = new Map<number, RosterEntry>()
  const decoder = createPositionDecoder()
  let isKnown = false
  const waiting = new Set<() => void>()

  const passOn = (message: Exclude<NodeMessage, { kind: 'trails' }>): PassOn => {
    switch (message.kind) {
      case 'roster': {
        for (const slot of message.left) roster.delete(slot)
        for (const entry of message.saved) roster.set(entry.slot, entry)
        return { roster: { saved: message.saved, left: message.left } }
      }
      case 'state': {
        const named = new Set(message.roster.map(({ slot }) => slot))
        const left = [...roster.keys()].filter((slot) => !named.has(slot))
        for (const slot of left) roster.delete(slot)
        for (const entry of message.roster) roster.set(entry.slot, entry)
        decoder.decode(message.keyFrame)
        isKnown = true
        for (const settle of waiting) settle()
        return { roster: { saved: message.roster, left }, frame: message.keyFrame }
      }
      case 'frame':
        return decoder.decode(message.frame).kind === 'delta' ? { frame: message.frame } : { isMissed: true }
    }
  }

  return {
    passOn,
    slots: () => [...roster.keys()],
    state: (): FeedState => ({ roster: [...roster.values()], keyFrame: decoder.key() }),
    /** Resolves once the other node has sent the state, or after a timeout. */
    known: (withinMs: number): Promise<void> =>
      new Promise((resolve) => {
        if (isKnown) return resolve()
        const settle = () => {
          clearTimeout(timer)
          waiting.delete(settle)
          resolve()
        }
        const timer = setTimeout(settle, withinMs)
        waiting.add(settle)
      }),
  }
}
