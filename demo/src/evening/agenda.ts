import { setTimeout as sleep } from 'node:timers/promises'

type Event = { readonly at: number; readonly order: number; readonly action: () => Promise<void> }
/** When something really happened, and when it should appear to have happened. */
export type Moment = { readonly from: number; readonly to: number; readonly pretended: number }
export type Agenda = ReturnType<typeof createAgenda>

/**
 * A schedule of events (times in milliseconds since 1970). First catches up with everything until now, one event after the other without
 * waiting; from then on each runs at its time.
 */
export function createAgenda() {
  let events: Event[] = []
  let order = 0
  let pretended: number | undefined
  const now = () => pretended ?? Date.now()
  const at = (time: number, action: () => Promise<void>) => {
    events.push({ at: time, order: (order += 1), action })
  }
  const next = (before: number): Event | undefined => {
    const due = events
      .filter((event) => event.at <= before)
      .reduce<Event | undefined>((first, each) => (first && isBefore(first, each) ? first : each), undefined)
    if (due) events = events.filter((event) => event !== due)
    return due
  }

  return {
    now,
    at,
    /** In this many seconds. */
    in: (seconds: number, action: () => Promise<void>) => at(now() + seconds * 1000, action),

    /** Shifts all events to a later time. */
    delay: (ms: number) => {
      events = events.map((event) => ({ ...event, at: event.at + ms }))
    },

    catchUp: async (until: number): Promise<Moment[]> => {
      const moments: Moment[] = []
      for (let event = next(until); event; event = next(until)) {
        pretended = event.at
        // At least a millisecond apart, so that events can be told apart by their time.
        await sleep(2)
        const from = Date.now()
        await event.action()
        moments.push({ from, to: Date.now() + 1, pretended })
      }
      pretended = undefined
      return moments
    },

    /** Runs until stopped; stopping waits for the current event. Errors are reported, and it continues. */
    live: (report: (error: unknown) => void): (() => Promise<void>) => {
      const stopping = new AbortController()
      const { signal } = stopping
      const run = async () => {
        while (!signal.aborted) {
          const event = next(Date.now())
          if (event) await event.action().catch(report)
          else await sleep(250, undefined, { signal }).catch(() => undefined)
        }
      }
      const ended = run()
      return () => {
        stopping.abort()
        return ended
      }
    },
  }
}

const isBefore = (one: Event, other: Event) => one.at < other.at || (one.at === other.at && one.order < other.order)
