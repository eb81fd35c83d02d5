import { useRef, useState } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { globalErrorMessage, withOutcome } from '../../../platform/errors/messages.ts'
import { log } from '../../../platform/log/log.ts'
import { errorInfo } from '../../../ui/error-info.ts'

export type TypeSave<T> = {
  /** The type that was chosen and is not saved yet. */
  readonly wanted?: T
  readonly isSaved: boolean
  /** Why it was not saved; empty if it was. */
  readonly problem: string
}

type Options<T> = {
  /** The version to change, as it is now known. */
  readonly versionOf: (id: string) => number | undefined
  readonly save: (id: string, type: T, version: number) => Promise<void>
  /** Loads what someone else changed. */
  readonly reload: () => Promise<void>
}

/**
 * Saves each row's type as soon as it is chosen. Rows are independent of each other; within one, the next choice waits for the last to be
 * saved, because it needs the new version. Kept by the list, not by its rows: those out of sight are not there.
 */
export function useTypeSaves<T>({ versionOf, save, reload }: Options<T>) {
  const [saves, setSaves] = useState<ReadonlyMap<string, TypeSave<T>>>(new Map())
  /** The type wanted in each row that is being saved. */
  const running = useRef(new Map<string, T>())
  const note = (id: string, state: TypeSave<T>) => setSaves((before) => new Map(before).set(id, state))

  const run = async (id: string, type: T): Promise<void> => {
    const version = versionOf(id)
    if (version === undefined) return note(id, { isSaved: false, problem: 'It no longer exists in Discord.' })
    await save(id, type, version)
    const wanted = running.current.get(id)
    if (wanted !== undefined && wanted !== type) return run(id, wanted)
    note(id, { isSaved: true, problem: '' })
  }
  const choose = async (id: string, type: T): Promise<void> => {
    const isRunning = running.current.has(id)
    running.current.set(id, type)
    note(id, { wanted: type, isSaved: false, problem: '' })
    if (isRunning) return
    try {
      await run(id, type)
    } catch (error) {
      log.warning('The type was not saved', error)
      const isConflict = error instanceof ApiError && error.code === 'conflict'
      if (isConflict) await reload()
      note(id, {
        isSaved: false,
        problem: isConflict ? `${globalErrorMessage(error)}. The list shows the current type.` : problemOf(error),
      })
    } finally {
      running.current.delete(id)
    }
  }
  return { saves, choose }
}

const problemOf = (error: unknown): string =>
  error instanceof ApiError ? withOutcome(error, 'The type was not saved.') : errorInfo(error).message
