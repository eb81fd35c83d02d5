import type { LookupResult, WarrantAlert } from '@tenfour/contract'
import { isAbout, warrantsOn, withWarrants } from '../records/change-result.ts'
import type { Shown } from '../record-desk.ts'

type Desk = {
  readonly get: () => Shown
  readonly subscribe: (listener: () => void) => () => void
  readonly change: (lookupId: number, by: (result: LookupResult) => LookupResult) => void
}

type Deps = {
  readonly desk: Desk
  /** The warrants on what was looked up, as they are now. */
  readonly read: (lookupId: number) => Promise<readonly WarrantAlert[]>
  /** A warrant has come onto the record that is open. */
  readonly onNew: () => void
  readonly onProblem: (error: unknown) => void
  readonly now?: () => number
}

/** Longer ones overflow. */
const MAX_TIMER_MS = 2_000_000_000

/** Keeps the warrants on the open record as they are: by what is told, by their expiry, and after a gap by reading them again. */
export function createWarrantFollower({ desk, read, onNew, onProblem, now = Date.now }: Deps) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOutdated = false
  /** Counts the readings of warrants; the latest reading wins. */
  let turn = 0
  /** How much was told so far. */
  let told = 0

  const opened = (): LookupResult | undefined => {
    const shown = desk.get()
    return shown.kind === 'lookup' ? shown.result : undefined
  }
  const isActive = ({ expiresAt }: WarrantAlert) => Date.parse(expiresAt) > now()

  const put = (result: LookupResult, warrants: readonly WarrantAlert[]) => {
    const known = new Set(warrantsOn(result).map(({ warrantId }) => warrantId))
    const active = warrants.filter(isActive)
    desk.change(result.lookupId, withWarrants(active))
    if (active.some(({ warrantId }) => !known.has(warrantId))) onNew()
  }
  const reload = async () => {
    const result = opened()
    isOutdated = result === undefined
    if (!result?.record) return
    const mine = (turn += 1)
    const toldBefore = told
    try {
      const warrants = await read(result.lookupId)
      const current = opened()
      if (turn !== mine || current?.lookupId !== result.lookupId) return
      // The answer may be older than what was told meanwhile.
      if (told === toldBefore) put(current, warrants)
      else await reload()
    } catch (error) {
      onProblem(error)
    }
  }
  const follow = () => {
    clearTimeout(timer)
    const result = opened()
    if (!result) return
    if (isOutdated) void reload()
    const warrants = warrantsOn(result)
    if (warrants.some((each) => !isActive(each))) return put(result, warrants)
    const next = Math.min(...warrants.map(({ expiresAt }) => Date.parse(expiresAt)))
    if (Number.isFinite(next)) timer = setTimeout(follow, Math.min(next - now(), MAX_TIMER_MS))
  }
  const leave = desk.subscribe(follow)
  follow()

  return {
    saved: (alert: WarrantAlert): void => {
      told += 1
      const result = opened()
      // The answer of a lookup that is under way may be older than this.
      if (!result) isOutdated = true
      else if (isAbout(result, alert)) {
        const known = warrantsOn(result)
        const before = known.find(({ warrantId }) => warrantId === alert.warrantId)
        if (before && before.version >= alert.version) return
        put(result, [alert, ...known.filter((each) => each !== before)])
      }
    },
    ended: (warrantId: number): void => {
      told += 1
      const result = opened()
      if (!result) isOutdated = true
      else if (warrantsOn(result).some((each) => each.warrantId === warrantId))
        put(
          result,
          warrantsOn(result).filter((each) => each.warrantId !== warrantId),
        )
    },
    /** After a gap in what was told. */
    reload: (): void => void reload(),
    stop: (): void => {
      clearTimeout(timer)
      leave()
    },
  }
}
