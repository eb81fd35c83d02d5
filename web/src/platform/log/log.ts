import { LOG_LEVEL, type LogLevel } from '@tenfour/contract'
import { createMemoryLogStore, openLogStore, type LogEntry, type LogStore } from './log-store.ts'
import { describeDetail, redactText } from './redact.ts'

const NAMES: ReadonlyMap<number, string> = new Map(Object.entries(LOG_LEVEL).map(([name, level]) => [level, name]))

export const logLevelName = (level: number | null | undefined): string => NAMES.get(level ?? Number.NaN) ?? 'Unknown'

export const LOGGING_FAILURE = 'The logging service did not properly initialize, reload the page to fix it.'
const MISSING_SUPPORT = 'IndexedDB is not supported here; the log lasts only until this page is closed'
const MAX_TEXT_LENGTH = 4000

export type Log = {
  readonly error: (message: string, detail?: unknown) => void
  readonly warning: (message: string, detail?: unknown) => void
  readonly info: (message: string, detail?: unknown) => void
  readonly debug: (message: string, detail?: unknown) => void
  /** Opens the store before the first entry, so that a failure is known at once. */
  readonly start: () => void
  /** One line per entry, oldest first, without debug entries; waits for pending writes. */
  readonly exportText: () => Promise<string>
  /** The message for the user if the store could not be opened; null otherwise. */
  readonly failure: () => string | null
  readonly onFailure: (listener: () => void) => () => void
}

export type LogOptions = {
  readonly isSupported?: () => boolean
  readonly openStore?: () => Promise<LogStore>
  readonly warnConsole?: (message: string, error?: unknown) => void
  readonly now?: () => number
}

// oxlint-disable-next-line no-console -- the last resort when the log itself fails
const toConsole = (...parts: unknown[]) => console.warn(...parts)

/** Writing to the log never throws and never blocks, so that logging an error cannot cause another. */
export function createLog({
  isSupported = () => typeof indexedDB !== 'undefined' && indexedDB !== null,
  openStore = () => openLogStore(),
  warnConsole = toConsole,
  now = Date.now,
}: LogOptions = {}): Log {
  const memory = createMemoryLogStore()
  const listeners = new Set<() => void>()
  let failure: string | null = null
  let opening: Promise<LogStore> | null = null
  let written: Promise<void> = Promise.resolve()

  const entryOf = (level: LogLevel, message: string, detail: unknown): LogEntry => ({
    at: now(),
    level,
    message: redactText(String(message)).slice(0, MAX_TEXT_LENGTH),
    detail: describeDetail(detail).slice(0, MAX_TEXT_LENGTH),
  })

  const open = async (): Promise<LogStore> => {
    if (!isSupported()) {
      warnConsole(MISSING_SUPPORT)
      await memory.add(entryOf(LOG_LEVEL.Warning, MISSING_SUPPORT, undefined))
      return memory
    }
    try {
      return await openStore()
    } catch (error) {
      failure = LOGGING_FAILURE
      warnConsole(LOGGING_FAILURE, error)
      for (const listener of listeners) listener()
      return memory
    }
  }
  const store = () => (opening ??= open())

  const save = async (entry: LogEntry) => {
    const target = await store()
    try {
      await target.add(entry)
    } catch (error) {
      warnConsole('A log entry could not be stored', error)
      await memory.add(entry)
    }
  }
  const write = (level: LogLevel) => (message: string, detail?: unknown) => {
    const entry = entryOf(level, message, detail)
    written = written.then(() => save(entry))
  }

  const entries = async (): Promise<LogEntry[]> => {
    const target = await store()
    await written
    const kept = await memory.all()
    if (target === memory) return kept
    const stored = await target.all()
    return [...stored, ...kept].toSorted((a, b) => a.at - b.at)
  }

  return {
    error: write(LOG_LEVEL.Error),
    warning: write(LOG_LEVEL.Warning),
    info: write(LOG_LEVEL.Info),
    debug: write(LOG_LEVEL.Debug),
    start: () => void store(),
    exportText: async () =>
      (await entries())
        .filter((entry) => entry.level !== LOG_LEVEL.Debug)
        .map(logLine)
        .join(''),
    failure: () => failure,
    onFailure(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function logLine({ at, level, message, detail }: LogEntry): string {
  const text = [message, detail].filter(Boolean).join(' ')
  return `${new Date(at).toISOString()} [${logLevelName(level)}] ${text.replace(/\s*[\r\n]+\s*/g, ' | ')}\n`
}

export const log = createLog()
export const exportLogText = (): Promise<string> => log.exportText()
