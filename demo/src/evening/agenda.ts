import { setTimeout as sleep } from 'node:timers/promises'

type Event = { readonly at: number; readonly order: number; readonly what: () => Promise<void> }
/** When something was done really, and when it is made out to have been done. */
export type Moment = { readonly from: number; readonly to: number; readonly pretended: number }
export type Agenda = ReturnType<typeof createAgenda>

/**
 * What happens when, in milliseconds since 1970. First everything up to now is caught up with, one thing after the other and as fast as it
 * goes; from then on each happens at its time.
 */
export function createAgenda() {
  let events: Event[] = []
  let order = 0
  let pretended: number | undefined
  const now = () => pretended ?? Date.now()
  const at = (time: number, what: () => Promise<void>) => {
    events.push({ at: time, order: (order += 1), what })
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
    /** So many seconds from now. */
    in: (seconds: number, what: () => Promise<void>) => at(now() + seconds * 1000, what),

    /** Everything happens so much later than planned, what is past and what is to come. */
    delay: (ms: number) => {
      events = events.map((event) => ({ ...event, at: event.at + ms }))
    },

    catchUp: async (until: number): Promise<Moment[]> => {
      const moments: Moment[] = []
      for (let event = next(until); event; event = next(until)) {
        pretended = event.at
        // No two things within one millisecond, so that each is told from the next by its time.
        await sleep(2)
        const from = Date.now()
        await event.what()
        moments.push({ from, to: Date.now() + 1, pretended })
      }
      pretended = undefined
      return moments
    },

    /** Goes on until it is stopped; stopping waits for what is under way. What goes wrong is reported, and the evening goes on. */
    live: (report: (error: unknown) => void): (() => Promise<void>) => {
      const stopping = new AbortController()
      const { signal } = stopping
      const run = async () => {
        while (!signal.aborted) {
          const event = next(Date.now())
          if (event) await event.what().catch(report)
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
