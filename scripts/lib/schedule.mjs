import { availableParallelism } from 'node:os'

/** How many processes may be at work at once. */
export const slotCount = () => Math.max(2, availableParallelism())

/**
 * Runs the parts and returns their results in the order of the parts.
 *
 * There are as many slots as cores. A part takes the slots that its workers fill, and the part that takes longest starts first. A part may have
 * more workers than there are slots: it then takes all of them, and its workers wait for each other less than for timers and disks. Parts that
 * are `patient` have no timeouts, so while others run they take no slot: they run one at a time, at low priority, in the time that the
 * others spend waiting for disks and timers. Once only patient parts are left, each takes a slot.
 *
 * A part starts when all parts it names in `after` have ended.
 *
 * @param {{ id: string, workers?: number, seconds?: number, patient?: boolean, after?: string[] }[]} parts
 * @param {(part: object, given: { workers: number, isLowPriority: boolean }) => Promise<object>} run
 */
export const runParts = async (parts, run, slots = slotCount()) => {
  const waiting = parts.map((part, index) => ({ part, index })).sort((a, b) => (b.part.seconds ?? 0) - (a.part.seconds ?? 0))
  const running = new Map()
  const results = []
  const widthOf = ({ workers = 1 }) => Math.min(workers, slots)

  const isReady = ({ part: { after = [] } }) => ![...waiting, ...running.keys()].some(({ part }) => after.includes(part.id))

  /** The next part that fits, and what it gets; undefined if none does. */
  const choose = () => {
    const free = slots - [...running.values()].reduce((sum, { taken }) => sum + taken, 0)
    const ready = waiting.filter(isReady)
    const next = ready.find(({ part }) => !part.patient && widthOf(part) <= free)
    if (next) return { entry: next, taken: widthOf(next.part), workers: next.part.workers ?? 1, isLowPriority: false }
    const patient = ready.find(({ part }) => part.patient)
    if (!patient) return undefined
    const isAmongOthers = [...waiting, ...running.keys()].some(({ part }) => !part.patient)
    if (!isAmongOthers) return free > 0 ? { entry: patient, taken: 1, workers: 1, isLowPriority: false } : undefined
    const isTurn = ![...running.keys()].some(({ part }) => part.patient)
    return isTurn ? { entry: patient, taken: 0, workers: 1, isLowPriority: true } : undefined
  }

  const start = ({ entry, taken, workers, isLowPriority }) => {
    waiting.splice(waiting.indexOf(entry), 1)
    const ended = run(entry.part, { workers, isLowPriority }).then((result) => {
      results[entry.index] = result
      running.delete(entry)
    })
    running.set(entry, { taken, ended })
  }

  while (waiting.length > 0 || running.size > 0) {
    for (let chosen = choose(); chosen; chosen = choose()) start(chosen)
    if (running.size === 0) throw new Error(`Nothing can start ${waiting.map(({ part }) => part.id).join(', ')}`)
    await Promise.race([...running.values()].map(({ ended }) => ended))
  }
  return results
}
