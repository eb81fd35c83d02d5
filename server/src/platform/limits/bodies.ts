import { createLanes } from './lanes.ts'

type Taken = { readonly leave: () => void }

/** Counts the bytes of bodies that each caller has in flight. A body that is larger than `max` is taken if it is alone. */
export function createBodyCount<K>(max: number) {
  const taken = new Map<K, number>()
  return {
    /** Undefined if the body has to wait until others are done. */
    take: (caller: K, bytes: number): Taken | undefined => {
      const before = taken.get(caller) ?? 0
      if (bytes > 0 && before > 0 && before + bytes > max) return undefined
      if (bytes > 0) taken.set(caller, before + bytes)
      let isLeft = bytes === 0
      return {
        leave: () => {
          if (isLeft) return
          isLeft = true
          const rest = (taken.get(caller) ?? 0) - bytes
          if (rest > 0) taken.set(caller, rest)
          else taken.delete(caller)
        },
      }
    },
    /** For tests: callers with nothing in flight must leave no entry. */
    size: () => taken.size,
  }
}

/** Does one piece of work for each caller in a turn of the event loop, so that other work runs in between. */
export function createBodyTurns<K>() {
  const lanes = createLanes<K>({ atOnce: 1, waiting: Infinity })
  return (caller: K, work: () => void): void => {
    const start = () => {
      setImmediate(() => place?.leave())
      work()
    }
    const place = lanes.enter(caller, start)
    if (!place?.isWaiting()) start()
  }
}

const [QUOTE, COMMA, LIST, BACKSLASH, OBJECT] = ['"', ',', '[', '\\', '{'].map((each) => each.charCodeAt(0))

/**
 * Whether JSON has more lists, objects and entries than `max`. Checked before parsing: parsing many keys takes a hundred times as long as
 * parsing a long text.
 */
export function hasMoreValues(json: string, max: number): boolean {
  let values = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfText(json, at)
    else if (code === COMMA || code === LIST || code === OBJECT) values += 1
    if (values > max) return true
  }
  return false
}

function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) if (!isEscaped(json, end)) return end
  return json.length
}

function isEscaped(json: string, quote: number): boolean {
  let before = quote - 1
  while (json.charCodeAt(before) === BACKSLASH) before -= 1
  return (quote - before) % 2 === 0
}
